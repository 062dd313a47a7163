import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { table } from '../documents/markdown.mjs';
import { folders } from './folders.mjs';
import { readEquivalents, scoreOf } from './score.mjs';

/**
 * What was measured of a folder.
 *
 * @typedef {object} Measured
 * @property {string} date
 * @property {number} killed those that timed out included
 * @property {number} timedOut
 * @property {number} survived
 * @property {number} equivalent
 * @property {number} notCompiled
 * @property {number} minutes
 */

const document = fileURLToPath(new URL('../../docs/mutants.md', import.meta.url));
const scores = fileURLToPath(new URL('./scores.json', import.meta.url));

/**
 * Takes down what was measured, and writes docs/mutants.md.
 *
 * @param {Record<string, Measured>} measured by folder
 */
export async function storeScores(measured) {
	/** @type {Record<string, Measured>} */
	const all = { ...JSON.parse(await readFile(scores, 'utf8')), ...measured };
	await write(scores, JSON.stringify(all), 'json');
	await write(document, await documentText(all), 'markdown');
}

/**
 * @param {string} file
 * @param {string} text
 * @param {string} parser
 */
async function write(file, text, parser) {
	const style = await resolveConfig(file);
	await writeFile(file, await format(text, { ...style, parser }));
}

/** @param {Record<string, Measured>} all */
async function documentText(all) {
	const rows = folders.map(({ name, wanted }) => {
		const measured = all[name];
		if (!measured) return [`\`${name}\``, 'not measured yet', `${wanted} %`];
		const { date, killed, timedOut, survived, equivalent, notCompiled, minutes } = measured;
		return [
			`\`${name}\``,
			`${scoreOf(measured).toFixed(1)} %`,
			`${wanted} %`,
			...[killed, timedOut, survived, equivalent, notCompiled, `${minutes} min`, date],
		];
	});
	const equivalents = await readEquivalents();
	return `# Mutants

\`npm run mutants\` changes the sources in small ways, such as \`<\` for \`<=\` or an empty text for a text, and runs the folder's tests on each change. A change that no test notices survived. The score is the share of the killed among those that were killed or survived.

${table(
	[
		...['Folder', 'Score', 'Wanted', 'Killed', 'Timed out', 'Survived', 'Equivalent'],
		...['Not compiled', 'Took', 'Date'],
	],
	rows,
)}

- **Equivalent** mutants change nothing that anybody could see. They are listed below and count neither way.
- **Not compiled**: the compiler refuses it, so that no test is needed.
- **Timed out** are those of the killed that kept the tests from ending.
- A mutant that takes effect while a module is loaded, such as one in a node's description, would need all tests of its folder. It gets those named after its file, and those that look at descriptions and forms.
- The tables of \`src/api/\` are not changed, as mutants leave what is written \`as const\` alone; its tests compare them with specification/service.md.
- **Took** is less where most was known from an earlier run.
- The folder's own tests alone are run, as \`scripts/mutants/folders.mjs\` lists them. Tests of other folders and the end-to-end tests may notice more.

## Equivalent mutants

${
	equivalents.length === 0
		? 'None are listed.'
		: table(
				['File', 'Text', 'Mutant', 'Why nobody sees it'],
				equivalents.map(({ file, original, replacement, reason }) => [
					`\`${file}\``,
					code(original),
					code(replacement),
					reason,
				]),
			)
}
`;
}

/** @param {string} text */
function code(text) {
	const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
	return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line || ' '}\``;
}
