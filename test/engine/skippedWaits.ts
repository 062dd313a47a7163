import type * as workflow from 'n8n-workflow';

/**
 * For files whose tests measure no time: the nodes' waits end at once, and the clock shows that they
 * took their time. The sandbox, whose waits have a signal, keeps its pace, and deadlines stay as they
 * are. Imported first, before anything reads the clock.
 */
const { now } = Date;
const elapsed = performance.now;
let ahead = 0;

Date.now = () => now() + ahead;
performance.now = () => elapsed.call(performance) + ahead;

// The next file of tests has the same clock.
afterAll(() => {
	Date.now = now;
	performance.now = elapsed;
});

const actual = jest.requireActual<typeof workflow>('n8n-workflow');

jest.doMock('n8n-workflow', () => ({
	...actual,
	sleep: async (milliseconds: number, signal?: AbortSignal) => {
		if (signal) return await actual.sleep(milliseconds, signal);
		const end = Date.now() + Math.ceil(milliseconds);
		// Work under way continues, as in a wait.
		await actual.sleep(0);
		ahead = Math.max(ahead, end - now());
	},
}));
