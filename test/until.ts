import { sleep } from 'n8n-workflow';

/** Milliseconds; less than a test may take. */
const longest = 15_000;

/** Waits until something is so, however slow the machine is. */
export async function until(condition: () => boolean): Promise<void> {
	const begun = Date.now();
	while (!condition()) {
		if (Date.now() - begun > longest) throw new Error(`It never came about that ${condition}`);
		await sleep(5);
	}
}
