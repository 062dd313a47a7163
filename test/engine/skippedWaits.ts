import type * as workflow from 'n8n-workflow';

/**
 * For files whose tests measure no time: the nodes' waits end at once, and the clock shows that they
 * took their time. The sandbox, whose waits have a signal, keeps its pace, and deadlines stay as they
 * are. Imported first, before anything reads the clock.
 */
const now = Date.now.bind(Date);
let ahead = 0;

Date.now = () => now() + ahead;

const elapsed = performance.now.bind(performance);

performance.now = () => elapsed() + ahead;

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
