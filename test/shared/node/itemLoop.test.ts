import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../../nodes/shared/errors';
import { type ItemWork, runItems } from '../../../nodes/shared/node/itemLoop';
import { aNode } from '../../aNode';

/** Works on so many items at a time. */
const runAll = async (
	count: number,
	atOnce: number,
	work: (itemIndex: number) => Promise<IDataObject[]>,
	more: { signal?: AbortSignal; continues?: boolean; turn?: ItemWork['turn'] } = {},
) => {
	const functions = {
		getNode: () => aNode,
		getExecutionCancelSignal: () => more.signal,
		continueOnFail: () => more.continues ?? false,
		getInputData: () => Array.from({ length: count }, () => ({ json: {} })),
	} as unknown as IExecuteFunctions;
	return await runItems(functions, atOnce, (itemIndex) => ({
		turn: more.turn,
		run: async () => await work(itemIndex),
	}));
};

/** A promise, and what settles it. */
function deferred() {
	let resolve: () => void = () => {};
	const promise = new Promise<void>((done) => (resolve = done));
	return { promise, resolve };
}

test('of two items that fail the first one is told, whichever failed sooner', async () => {
	const second = deferred();
	const work = async (itemIndex: number): Promise<IDataObject[]> => {
		if (itemIndex === 0) await second.promise;
		else second.resolve();
		throw new InputError(aNode, `Item number ${itemIndex}`, '');
	};
	await expect(runAll(2, 2, work)).rejects.toThrow('Item number 0 [item 0]');
});

test.each([
	['no further item', 1, undefined],
	['no item that waits for its turn', 5, 'one'],
])('a cancelled execution begins %s', async (_name, atOnce, turn) => {
	const controller = new AbortController();
	const begun: number[] = [];
	const work = async (itemIndex: number) => {
		begun.push(itemIndex);
		controller.abort();
		return [];
	};
	const { signal } = controller;
	const more = { signal, continues: true, turn };
	await expect(runAll(5, atOnce, work, more)).rejects.toThrow('cancelled');
	expect(begun).toEqual([0]);
});

test('items of one turn are worked on one after another, others beside them', async () => {
	const atOnce = { now: 0, most: 0 };
	const work = async () => {
		atOnce.most = Math.max(atOnce.most, ++atOnce.now);
		await Promise.resolve();
		atOnce.now -= 1;
		return [];
	};
	await runAll(4, 4, work, { turn: 'one' });
	expect(atOnce.most).toBe(1);
	await runAll(4, 4, work);
	expect(atOnce.most).toBeGreaterThan(1);
});
