import type { IDataObject } from 'n8n-workflow';
import { nodeUnderTest, records, sourcesOf } from '../nodeUnderTest';

const node = nodeUnderTest('WebPage', { resource: 'page', operation: 'get' });

const page = (position = 0) => {
	const [draft] = node.sandbox.state.drafts.values();
	const found = [...(draft?.pages.values() ?? [])].at(position);
	if (!draft || !found) throw new Error('no page');
	return { draftId: draft.draftId, pageId: found.pageId, stored: found };
};
const get = (parameters: { draftId: string; pageId: string }, more: IDataObject = {}) =>
	node.run({ draftId: parameters.draftId, pageId: parameters.pageId, ...(more as object) });

test('returns sections in order with the IDs of page and layout', async () => {
	const expected = page(1);
	const pageId = expected.pageId.toUpperCase();
	const run = await get({ ...expected, pageId }, { output: 'sections' });
	const layout = node.sandbox.state.layouts.get(expected.stored.layoutId);
	expect(records(run)).toEqual(
		layout?.sections.map((section) => ({
			pageId: expected.pageId,
			layoutId: layout.layoutId,
			...section,
		})),
	);
	expect(sourcesOf(run.items)).toEqual([0, 0, 0]);
});

describe('pages unlike the described one', () => {
	/** Reads the sections of a page whose layout is replaced. */
	const sectionsOf = async (layout: object) => {
		node.sandbox.state.layouts.set(page().stored.layoutId, layout as never);
		return await get(page(), { output: 'sections' });
	};

	test('keep unknown fields and unknown sections', async () => {
		const sections = [{ new: 1, pageId: 'own' }, 'text'];
		expect(records(await sectionsOf({ layoutId: 'l', sections }))).toEqual([
			{ pageId: 'own', layoutId: 'l', new: 1 },
			{ pageId: page().pageId, layoutId: 'l', value: 'text' },
		]);
	});

	test('return no sections, or report a missing list', async () => {
		expect(records(await sectionsOf({ sections: [] }))).toEqual([]);
		expect(records(await sectionsOf({ sections: null }))).toEqual([]);
		expect((await sectionsOf({})).error?.message).toContain('no list of sections');
	});
});

test('returns the main fields with Simplify, except for sections', async () => {
	const expected = page();
	const [item] = records(await get(expected));
	expect(item).toMatchObject({ pageId: expected.pageId, layoutId: expected.stored.layoutId });
	expect(item).not.toHaveProperty('layout');
});
