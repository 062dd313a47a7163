/** @param {readonly number[]} values */
export function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? Number.NaN;
	return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/**
 * The median of the rounds' ratios: round by round, as the speed of a machine drifts.
 *
 * @param {readonly number[]} ours
 * @param {readonly number[]} theirs
 */
export function medianRatio(ours, theirs) {
	return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}

/** @param {number} milliseconds */
export function seconds(milliseconds) {
	return `${(milliseconds / 1000).toFixed(2)} s`;
}

/** @param {number} share */
export function percent(share) {
	return `${(share * 100).toFixed(1)} %`;
}
