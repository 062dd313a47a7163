// Checks the subjects of commits: all since the style was introduced, or the one in a message file.
// Run by .ci/run, and by the hook in scripts/hooks.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The first commit in this style; a clone without it is shallow, and has later ones only. */
const firstSubject = 'refactor: move shared code to src/ and tools/ to scripts/';

const types = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test';
const style = new RegExp(`^(?:${types})(?:\\([\\w/.-]+\\))?!?: \\S.*[^.]$`);
/** Git writes these by itself. */
const ownOfGit = /^(?:Merge |Revert ")/;

/** @param {string} subject */
export function isGoodSubject(subject) {
	return ownOfGit.test(subject) || (style.test(subject) && subject.length <= 72);
}

/** @param {string[]} parameters */
function git(...parameters) {
	const cwd = fileURLToPath(new URL('..', import.meta.url));
	return execFileSync('git', parameters, { cwd, encoding: 'utf8' }).trim();
}

function readSubjects() {
	const [first] = git('log', '--format=%H', '--fixed-strings', `--grep=${firstSubject}`)
		.split('\n')
		.slice(-1);
	const range = first ? `${first}..HEAD` : 'HEAD';
	return git('log', '--no-merges', '--format=%s', range)
		.split('\n')
		.filter((subject) => subject !== '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [, , file] = process.argv;
	const subjects = file ? readFileSync(file, 'utf8').split('\n', 1) : readSubjects();
	const wrong = subjects.filter((subject) => !isGoodSubject(subject));
	for (const subject of wrong)
		console.error(`Not "type(scope): summary" in 72 characters: ${subject}`);
	if (wrong.length > 0) console.error(`The types are ${types.replaceAll('|', ', ')}.`);
	process.exitCode = wrong.length > 0 ? 1 : 0;
}
