import { sleep } from 'n8n-workflow';

/** More looks than any test needs, at intervals of 5 ms. */
const mostLooks = 3000;

/** Waits until something is so, however slow the machine is. */
export async function until(condition: () => boolean): Promise<void> {
	for (let looks = 0; !condition(); looks++) {
		if (looks > mostLooks) throw new Error(`It never came about that ${condition}`);
		await sleep(5);
	}
}
