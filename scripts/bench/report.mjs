import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { format, resolveConfig } from 'prettier';
import { isMet } from './measurement.mjs';

/** @typedef {import('./measurement.mjs').Findings} Findings */

const file = fileURLToPath(new URL('../../docs/engineering/benchmarks.md', import.meta.url));

/**
 * The conditions of the results.
 *
 * @typedef {object} Circumstances
 * @property {number} rounds
 * @property {boolean} quick
 */

/** @param {string} path from the project's folder */
async function versionIn(path) {
	const text = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
	return /** @type {{ version: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} */ (
		JSON.parse(text)
	);
}

/** @param {import('./measurement.mjs').Check} check */
function boundOf({ atMost, exactly }) {
	return exactly === undefined ? `at most ${atMost}` : `exactly ${exactly}`;
}

/** @param {number} value */
function rounded(value) {
	return Number(value.toFixed(3)).toString();
}

/**
 * A check in a line.
 *
 * @param {import('./measurement.mjs').Check} check
 */
export function checkText(check) {
	return `${isMet(check) ? '✔' : '✖'} ${check.title}: ${rounded(check.measured)} (${boundOf(check)})`;
}

/** @param {readonly Findings[]} all */
export function printFindings(all) {
	for (const { title, columns, rows } of all) {
		const table = new Table({ head: [...columns], style: { head: [], border: [] } });
		table.push(...rows.map((row) => [...row]));
		console.log(`\n${title}\n${table.toString()}`);
	}
	const checks = all.flatMap((findings) => findings.checks);
	console.log('');
	for (const check of checks) console.log(checkText(check));
}

/**
 * @param {readonly (readonly string[])[]} rows
 * @param {readonly string[]} columns
 */
function markdownTable(columns, rows) {
	const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
	return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/**
 * Writes docs/engineering/benchmarks.md.
 *
 * @param {readonly Findings[]} all
 * @param {Circumstances} circumstances
 */
export async function storeFindings(all, { rounds, quick }) {
	const [own, host] = await Promise.all([
		versionIn('package.json'),
		versionIn('scripts/hosts/n8n/package.json'),
	]);
	const n8n = host.dependencies?.n8n;
	const node = host.optionalDependencies?.[`node-${process.platform}-${process.arch}`];
	const checks = all.flatMap((findings) => findings.checks);
	const missed = checks
		.filter((check) => !isMet(check))
		.map(({ title, measured }) => `${title} (${rounded(measured)})`);
	const text = `# Benchmarks

\`npm run bench\` measured this on ${new Date().toISOString().slice(0, 10)}: n8n-nodes-integration-service ${own.version} in n8n ${n8n}${node ? ` on Node.js ${node}` : ''}, with the sandbox as the service, on a machine with ${cpus().length} cores. ${quick ? 'It was the quick form' : 'It was the full form'} with ${rounds} rounds after a warm-up. Times are medians of the rounds, ratios medians of the ratios within each round. Absolute times depend on the machine; the ratios hardly do.

## Bounds that hold

${markdownTable(
	['', 'measured', 'bound'],
	checks.filter(isMet).map((check) => [check.title, rounded(check.measured), boundOf(check)]),
)}
${missed.length === 0 ? '' : `\nAbove its bound in this run: ${missed.join(', ')}.\n`}
${all
	.map(
		({ title, explanation, columns, rows }) =>
			`## ${title}\n\n${explanation}\n\n${markdownTable(columns, rows)}`,
	)
	.join('\n\n')}
`;
	const style = await resolveConfig(file);
	await writeFile(file, await format(text, { ...style, parser: 'markdown' }));
}
