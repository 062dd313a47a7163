import { type OperationCases, recordAt, unknownUuid } from './operationCase';

export const webPageCases = {
	'page.get': {
		success: ({ state }) => {
			const { draftId, pages } = recordAt(state.drafts.values(), 1);
			const { pageId, title } = recordAt(pages.values(), 0);
			return {
				parameters: { draftId, pageId, output: 'page' },
				path: { draftId, pageId },
				items: () => [{ pageId, title, status: 'MODIFIED' }],
			};
		},
		refusals: {
			'web-pages.retrieve-page.draft-not-found': ({ state }) => {
				const { pages } = recordAt(state.drafts.values(), 0);
				return { path: { draftId: unknownUuid, pageId: recordAt(pages.keys(), 0) } };
			},
			'web-pages.retrieve-page.layout-not-found': ({ state }) => {
				const { draftId, pages } = recordAt(state.drafts.values(), 0);
				const withoutLayout = [...pages.values()].filter(
					({ layoutId }) => !state.layouts.has(layoutId),
				);
				return { path: { draftId, pageId: recordAt(withoutLayout, 0).pageId } };
			},
			'web-pages.retrieve-page.page-not-found': ({ state }) => ({
				path: { draftId: recordAt(state.drafts.keys(), 0), pageId: unknownUuid },
			}),
		},
	},
} satisfies Partial<OperationCases>;
