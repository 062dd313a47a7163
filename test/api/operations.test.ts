import { pathParametersOf } from '../../src/api/operations';

test('lists path parameters in the order of the path', () => {
	expect(pathParametersOf('page.get')).toEqual(['draftId', 'pageId']);
});
