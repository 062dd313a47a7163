import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What git may print, in bytes: the lines that a branch changed. */
const maxBuffer = 64 * 1024 * 1024;

/**
 * The lines of nodes and credentials that are not those of another commit.
 *
 * @param {string} ref the commit; what both have in common is where it begins
 * @returns {Promise<string[]>} as Stryker takes them: "nodes/User/a.ts:3-5"
 * @throws when git does not know the commit
 */
export async function changedLines(ref) {
	const begin = await git('merge-base', ref, 'HEAD');
	const difference = await git(
		...['diff', '--unified=0', '--no-color', '--no-ext-diff', '--diff-filter=d', begin.trim()],
		...['--', 'nodes/*.ts', 'credentials/*.ts'],
	);
	return linesOf(difference);
}

/**
 * @param {string} difference as `git diff --unified=0` prints it
 * @returns {string[]}
 */
export function linesOf(difference) {
	/** @type {string[]} */
	const changes = [];
	let file = '';
	for (const line of difference.split('\n')) {
		const [, name] = /^\+\+\+ b\/(.+)$/.exec(line) ?? [];
		if (name) file = name;
		const [, begin, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
		if (!begin || count === '0') continue;
		changes.push(`${file}:${begin}-${Number(begin) + Number(count) - 1}`);
	}
	return changes;
}

/** @param {...string} parameters */
async function git(...parameters) {
	return (await promisify(execFile)('git', parameters, { maxBuffer })).stdout;
}
