import { confirmation } from '../../src/api/outputFields';

test('where nothing comes back, an item says that it is done, and to which record', () => {
	expect(confirmation('user.delete', 'deleted')).toEqual({ deleted: 'boolean', userId: 'uuid' });
	expect(confirmation('page.get', 'success')).toEqual({
		success: 'boolean',
		draftId: 'uuid',
		pageId: 'uuid',
	});
});
