// Holds each package of the sources to its budget of lines: part of npm run lint
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** @type {Record<string, number>} */
const budgets = JSON.parse(readFileSync('scripts/sizeBudget.json', 'utf8'));

/** @param {string} folder */
function countLines(folder) {
	return readdirSync(folder, { encoding: 'utf8', recursive: true })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => readFileSync(`${folder}/${name}`, 'utf8').split('\n').length - 1)
		.reduce((sum, lines) => sum + lines, 0);
}

const packages = ['nodes', 'credentials', ...readdirSync('src').map((name) => `src/${name}`)];
for (const name of packages) {
	const lines = countLines(name);
	const budget = budgets[name] ?? 0;
	if (lines <= budget) continue;
	console.error(
		`${name} has ${lines} lines of TypeScript, ${lines - budget} more than its budget of ${budget}. ` +
			'Simplify it, or raise the budget in scripts/sizeBudget.json in a commit of its own.',
	);
	process.exitCode = 1;
}
