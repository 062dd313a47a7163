import { nodeUnderTest, records } from '../nodeUnderTest';

const node = nodeUnderTest('WebPage', { resource: 'page', operation: 'get' });

test('returns the main fields with Simplify, except for sections', async () => {
	const [draft] = node.sandbox.state.drafts.values();
	const [page] = draft?.pages.values() ?? [];
	if (!draft || !page) throw new Error('no page');
	const { pageId, layoutId } = page;
	const [item] = records(await node.run({ draftId: draft.draftId, pageId }));
	expect(item).toMatchObject({ pageId, layoutId });
	expect(item).not.toHaveProperty('layout');
});
