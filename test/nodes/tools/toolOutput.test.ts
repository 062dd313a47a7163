/** How much a model gets of what the service has. */
import { operationCases } from '../../cases';
import { packageUnderTest } from '../nodeUnderTest';

const setup = packageUnderTest();

const { callOperation: call } = setup;

test.each<[string, string[]]>([
	['simplified', ['pageId', 'title', 'layoutId']],
	['raw', ['pageId', 'title', 'layout']],
	['selectedFields', ['title']],
])('a page with Output %s has %j', async (output, expected) => {
	const { parameters } = operationCases['page.get'](setup.sandbox);
	const text = await call('page.get', { ...parameters, output, fields: ['title'] });
	const [page = {}] = JSON.parse(text) as object[];
	expect(Object.keys(page)).toEqual(expect.arrayContaining(expected));
	expect(Object.hasOwn(page, 'layout')).toBe(output === 'raw');
});

test('refuses an unknown choice before it changes anything', async () => {
	const text = await call('propertyKey.create', { name: 'Weight', output: 'brief' });
	expect(text).toContain('Output \\"brief\\" is not one of the choices');
	expect(setup.sandbox.requests).toEqual([]);
});
