import { sleep } from 'n8n-workflow';

/** Milliseconds; less than a test may take. */
const longest = 15_000;

/** Waits until something is so, however slow the machine is. */
export async function until(condition: () => boolean): Promise<void> {
	// Tests may have put the other clock forward.
	const begun = performance.now();
	while (!condition()) {
		if (performance.now() - begun > longest)
			throw new Error(`It never came about that ${condition}`);
		await sleep(5);
	}
}
