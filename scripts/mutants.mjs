// Looks for changes of the sources that no test notices: npm run mutants
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { changedLines } from './mutants/changes.mjs';
import { storeScores } from './mutants/document.mjs';
import { folders } from './mutants/folders.mjs';
import { runMutants } from './mutants/run.mjs';
import { judge, readEquivalents, scoreOf } from './mutants/score.mjs';

const usage = `Usage: npm run mutants -- [options] [folders or files]

Without any, it takes the lines that changed since main. Scores of whole folders go into
docs/mutants.md.

  --since <commit>    the lines that changed since this commit
  --all               all folders, which takes hours
  --fresh             forgets what earlier runs found out
  --concurrency <n>   how many mutants at the same time, 1 by default
  --help              print this

Folders: ${folders.map(({ name }) => name).join(', ')}`;

/**
 * @typedef {import('./mutants/folders.mjs').Folder} Folder
 * @typedef {import('./mutants/run.mjs').Mutant} Mutant
 */

/** @param {Folder} folder */
function patternOf({ name }) {
	return name.endsWith('.ts') ? name : `${name}/**/*.ts`;
}

/**
 * The folders to look at, each with the patterns of its files: "file:3-5" for lines of it.
 *
 * @param {readonly string[]} wanted folders, files and lines
 * @returns {Array<[Folder, string[]]>}
 * @throws for one that belongs to no folder
 */
function choose(wanted) {
	/** @type {Map<Folder, string[]>} */
	const chosen = new Map();
	for (const each of wanted) {
		const path = each.replace(/\/$/, '');
		const whole = folders.filter(({ name }) => name === path || name.startsWith(`${path}/`));
		const part = folders.filter(
			({ name }) => path.startsWith(`${name}/`) || path.startsWith(`${name}:`),
		);
		if (whole.length + part.length === 0) throw new Error(`No folder has "${each}".\n\n${usage}`);
		for (const folder of whole) chosen.set(folder, [patternOf(folder)]);
		for (const folder of part) chosen.set(folder, [...(chosen.get(folder) ?? []), path]);
	}
	return [...chosen];
}

/** @param {Mutant} mutant */
function describe({ file, line, original, replacement, status }) {
	const short = (/** @type {string} */ text) => text.replace(/\s+/g, ' ').slice(0, 100);
	const reach = status === 'NoCoverage' ? ' (no test comes here)' : '';
	return `  ${file}:${line}: ${short(original)}  →  ${short(replacement) || '(nothing)'}${reach}`;
}

/**
 * @param {Folder} folder
 * @param {readonly string[]} mutate
 * @param {{ fresh: boolean, concurrency: number }} options
 * @returns {Promise<boolean>} whether it has the score that is wanted
 */
async function measure(folder, mutate, options) {
	const begin = Date.now();
	const mutants = await runMutants(folder, { mutate, ...options });
	const isWhole = mutate[0] === patternOf(folder);
	const equivalents = (await readEquivalents()).filter(({ file }) =>
		`${file}/`.startsWith(`${folder.name}/`),
	);
	const { survivors, equivalent, ...counts } = judge(mutants, equivalents);
	const gone = isWhole ? equivalents.filter((each) => !equivalent.includes(each)) : [];
	const measured = { ...counts, survived: survivors.length, equivalent: equivalent.length };
	const score = scoreOf(measured);
	console.log(`\n${folder.name}: ${score.toFixed(1)} %, wanted ${folder.wanted} %`);
	for (const survivor of survivors) console.log(describe(survivor));
	for (const { file, original } of gone) {
		console.log(`  ${file}: "${original}" in equivalent.json is no survivor any more`);
	}
	if (isWhole) {
		const minutes = Math.ceil((Date.now() - begin) / 60_000);
		const date = new Date().toISOString().slice(0, 10);
		await storeScores({ [folder.name]: { date, minutes, ...measured } });
	}
	return score >= folder.wanted && gone.length === 0;
}

/** @returns {Promise<boolean>} whether all scores are those that are wanted */
async function main() {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			since: { type: 'string' },
			all: { type: 'boolean' },
			fresh: { type: 'boolean', default: false },
			concurrency: { type: 'string', default: '1' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) {
		console.log(usage);
		return true;
	}
	process.chdir(fileURLToPath(new URL('..', import.meta.url)));
	// It takes long, and leaves the machine to whoever works beside it.
	setPriority(constants.priority.PRIORITY_LOW);
	const wanted = values.all ? folders.map(({ name }) => name) : positionals;
	const chosen = choose(wanted.length > 0 ? wanted : await changedLines(values.since ?? 'main'));
	if (chosen.length === 0) console.log('No line of nodes or credentials has changed.');
	const options = { fresh: values.fresh, concurrency: Number(values.concurrency) };
	let isMet = true;
	for (const [folder, mutate] of chosen) {
		isMet = (await measure(folder, mutate, options)) && isMet;
	}
	return isMet;
}

try {
	process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
