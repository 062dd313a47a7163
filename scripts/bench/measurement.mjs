/**
 * What must hold.
 *
 * @typedef {object} Check
 * @property {string} title
 * @property {number} measured
 * @property {number} [atMost]
 * @property {number} [exactly]
 */

/**
 * What a measurement found.
 *
 * @typedef {object} Findings
 * @property {string} title
 * @property {string} explanation what was measured, in a sentence or two
 * @property {readonly string[]} columns
 * @property {readonly (readonly string[])[]} rows
 * @property {readonly Check[]} checks
 */

/**
 * One thing that is measured in every round.
 *
 * @typedef {object} Measurement
 * @property {string} title
 * @property {(counts: boolean) => Promise<void>} round measures once; the warm-up does not count
 * @property {() => Findings} findings after all rounds
 */

/** @typedef {(bed: import('./bed.mjs').BenchBed) => Promise<Measurement>} PrepareMeasurement */

/**
 * Whether a check is met.
 *
 * @param {Check} check
 */
export function isMet({ measured, atMost, exactly }) {
	if (exactly !== undefined) return measured === exactly;
	return atMost !== undefined && measured <= atMost;
}
