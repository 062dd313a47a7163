import { confirmation } from '../../src/api/outputFields';

test('adds success and the IDs to an item without a response', () => {
	expect(confirmation('user.delete', 'deleted')).toEqual({ deleted: 'boolean', userId: 'uuid' });
	expect(confirmation('page.get', 'success')).toEqual({
		success: 'boolean',
		draftId: 'uuid',
		pageId: 'uuid',
	});
});
