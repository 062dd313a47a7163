import { readFile } from 'node:fs/promises';

/**
 * A mutant that no test can notice, as it changes nothing that anybody could see.
 *
 * @typedef {object} Equivalent
 * @property {string} file
 * @property {string} lineText the text of the line that it begins in, as line numbers change
 * @property {number} column where in this text, from 0
 * @property {string} original
 * @property {string} replacement
 * @property {string} reason
 */

/** @typedef {import('./run.mjs').Mutant} Mutant */

/**
 * The outcome of a run.
 *
 * @typedef {object} Outcome
 * @property {number} killed those that timed out included
 * @property {number} timedOut
 * @property {Mutant[]} survivors without those that are equivalent
 * @property {Equivalent[]} equivalent those listed that survived
 * @property {number} notCompiled
 */

/** @returns {Promise<Equivalent[]>} */
export async function readEquivalents() {
	return JSON.parse(await readFile(new URL('./equivalent.json', import.meta.url), 'utf8'));
}

/**
 * @param {readonly Mutant[]} mutants
 * @param {readonly Equivalent[]} equivalents
 * @returns {Outcome}
 */
export function judge(mutants, equivalents) {
	const count = (/** @type {string[]} */ ...statuses) =>
		mutants.filter(({ status }) => statuses.includes(status)).length;
	const survivors = mutants.filter(({ status }) => ['Survived', 'NoCoverage'].includes(status));
	const listed = (/** @type {Mutant} */ mutant) =>
		equivalents.filter((equivalent) => isSame(mutant, equivalent));
	return {
		killed: count('Killed', 'Timeout'),
		timedOut: count('Timeout'),
		survivors: survivors.filter((mutant) => listed(mutant).length === 0),
		equivalent: [...new Set(survivors.flatMap(listed))],
		notCompiled: count('CompileError', 'RuntimeError'),
	};
}

/**
 * The share of the mutants that tests noticed, among those that they could notice.
 *
 * @param {{ killed: number, survived: number }} counts
 * @returns {number} in percent; 100 of none
 */
export function scoreOf({ killed, survived }) {
	return killed + survived === 0 ? 100 : (100 * killed) / (killed + survived);
}

/**
 * @param {Mutant} mutant
 * @param {Equivalent} equivalent
 */
function isSame(mutant, equivalent) {
	return (
		mutant.file === equivalent.file &&
		mutant.lineText === equivalent.lineText &&
		mutant.column === equivalent.column &&
		mutant.original === equivalent.original &&
		mutant.replacement === equivalent.replacement
	);
}
