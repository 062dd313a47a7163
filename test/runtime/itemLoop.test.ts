import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import type * as workflow from 'n8n-workflow';
import { InputError } from '../../src/api/errors';
import { ItemLoop } from '../../src/runtime/itemLoop';
import { aNode } from '../aNode';

/** How often a wait has ended. */
let mockTurn = 0;

jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<typeof workflow>('n8n-workflow');
	const sleep = async (milliseconds: number) => {
		await actual.sleep(milliseconds);
		mockTurn += 1;
	};
	return { ...actual, sleep };
});

/** Works on so many items at a time. */
const runAll = async (
	count: number,
	atOnce: number,
	work: (itemIndex: number) => Promise<IDataObject[]>,
	more: {
		signal?: AbortSignal;
		continues?: boolean;
		lockKey?: (itemIndex: number) => Promise<string>;
		node?: INode;
		executionId?: string;
	} = {},
) => {
	const functions = {
		getNode: () => more.node ?? aNode,
		getWorkflow: () => ({ id: 'w' }),
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getExecutionId: () => more.executionId,
		getExecutionCancelSignal: () => more.signal,
		continueOnFail: () => more.continues ?? false,
		getInputData: () => Array.from({ length: count }, () => ({ json: {} })),
	} as unknown as IExecuteFunctions;
	const loop = new ItemLoop(functions, atOnce, (itemIndex) => ({
		lockKey: more.lockKey?.(itemIndex),
		run: async () => await work(itemIndex),
	}));
	return await loop.run();
};

/** A promise, and what settles it. */
function deferred() {
	let resolve: () => void = () => {};
	const promise = new Promise<void>((done) => (resolve = done));
	return { promise, resolve };
}

test('reports the first of two failed items in input order', async () => {
	const second = deferred();
	const work = async (itemIndex: number): Promise<IDataObject[]> => {
		if (itemIndex === 0) await second.promise;
		else second.resolve();
		throw new InputError(`Item number ${itemIndex}`, '');
	};
	await expect(runAll(2, 2, work)).rejects.toThrow('Item number 0 [item 0]');
});

test('starts no item that waits for its lock after a cancellation', async () => {
	const controller = new AbortController();
	const begun: number[] = [];
	const work = async (itemIndex: number) => {
		begun.push(itemIndex);
		controller.abort();
		return [];
	};
	const { signal } = controller;
	const more = { signal, continues: true, lockKey: async () => 'one' };
	await expect(runAll(5, 5, work, more)).rejects.toThrow('The execution was stopped');
	expect(begun).toEqual([0]);
});

test('lets other items begin in the place of one that waits for its lock', async () => {
	const begun: number[] = [];
	const last = deferred();
	const work = async (itemIndex: number) => {
		begun.push(itemIndex);
		if (itemIndex === 4) last.resolve();
		await last.promise;
		return [{ itemIndex }];
	};
	const lockKey = async (itemIndex: number) => (itemIndex === 4 ? 'other' : 'one');
	const output = await runAll(5, 2, work, { lockKey });
	expect(begun).toEqual([0, 4, 1, 2, 3]);
	expect(output.map(({ json }) => json.itemIndex)).toEqual([0, 1, 2, 3, 4]);
});

test("begins three items before n8n's thread turns to other work", async () => {
	mockTurn = 0;
	const turns: number[] = [];
	await runAll(8, 8, async () => {
		turns.push(mockTurn);
		return [];
	});
	expect(turns).toEqual([0, 0, 0, 1, 1, 1, 2, 2]);
});

test('names the item of an unexpected error and keeps the cause', async () => {
	const cause = new TypeError('x is undefined');
	const work = async () => {
		throw cause;
	};
	await expect(runAll(1, 1, work)).rejects.toMatchObject({
		message: 'The item could not be processed: TypeError: x is undefined [item 0]',
		description: 'Check the values and expressions of the fields for this item.',
		context: { data: { errorCode: 'unexpected' } },
		cause,
	});
});

describe('Retry On Fail', () => {
	/** How often the first of two items is processed in two tries, of which the second item fails one. */
	const timesProcessed = async (node: Partial<INode>, executionId?: string) => {
		let times = 0;
		const work = async (itemIndex: number): Promise<IDataObject[]> => {
			if (itemIndex === 0) times += 1;
			else if (times === 1) throw new InputError('Not so', 'But so.');
			return [{}];
		};
		const more = { node: { ...aNode, ...node }, executionId };
		await runAll(2, 1, work, more).catch(() => {});
		await runAll(2, 1, work, more).catch(() => {});
		return times;
	};

	test.each<[string, number, Partial<INode>, string | undefined]>([
		['once with Retry On Fail', 1, { retryOnFail: true }, 'first'],
		['twice without it', 2, {}, 'second'],
		['twice without an execution ID', 2, { retryOnFail: true }, undefined],
		['twice as a tool', 2, { retryOnFail: true, type: `${aNode.type}Tool` }, 'third'],
	])('an item that succeeded is processed %s', async (_how, times, node, executionId) => {
		expect(await timesProcessed(node, executionId)).toBe(times);
	});
});
