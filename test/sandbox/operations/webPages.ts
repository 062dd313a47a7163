import type { ErrorStatuses, Handlers } from './handler';

export const webPageErrorStatuses = {
	'web-pages.retrieve-page.draft-not-found': 404,
	'web-pages.retrieve-page.layout-not-found': 404,
	'web-pages.retrieve-page.page-not-found': 404,
} satisfies ErrorStatuses;

export const webPageHandlers = {
	'page.get': {
		handle: ({ state, path, error }) => {
			const draft = state.drafts.get(String(path.draftId).toLowerCase());
			if (!draft) throw error('web-pages.retrieve-page.draft-not-found');
			const page = draft.pages.get(String(path.pageId).toLowerCase());
			if (!page) throw error('web-pages.retrieve-page.page-not-found');
			const { layoutId, ...fields } = page;
			const layout = state.layouts.get(layoutId);
			if (!layout) throw error('web-pages.retrieve-page.layout-not-found');
			return { body: { ...fields, layout } };
		},
	},
} satisfies Partial<Handlers>;
