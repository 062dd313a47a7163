import { type OperationCases, recordAt } from './operationCase';

export const webPageCases = {
	'page.get': ({ state }) => {
		const { draftId, pages } = recordAt(state.drafts.values(), 1);
		const { pageId, title } = recordAt(pages.values(), 0);
		return {
			parameters: { draftId, pageId },
			path: { draftId, pageId },
			items: () => [{ pageId, title, status: 'MODIFIED' }],
		};
	},
} satisfies Partial<OperationCases>;
