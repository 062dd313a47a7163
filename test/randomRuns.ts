/**
 * How many random cases a test tries. `npm test` tries the same few each time, so that its result
 * depends on the code alone. `npm run test:search` tries many more, and other ones each time.
 */
declare const isSearch: boolean;

/** How many times as many cases a search tries. */
const searchFactor = 20;

/**
 * Settings of fast-check, which prints the seed of a failure.
 *
 * @param few how many cases `npm test` tries
 */
export function randomRuns(few: number): { numRuns: number; seed?: number } {
	return isSearch ? { numRuns: few * searchFactor } : { numRuns: few, seed: 1 };
}

/**
 * Seeds of readings and models, from 1.
 *
 * @param few how many `npm test` tries
 */
export function firstSeeds(few: number): number[] {
	return Array.from({ length: isSearch ? few * searchFactor : few }, (_, index) => index + 1);
}
