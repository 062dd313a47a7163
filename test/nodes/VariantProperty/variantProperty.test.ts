import { nodeUnderTest, records } from '../nodeUnderTest';

const node = nodeUnderTest('integrationServiceVariantProperty', {
	resource: 'propertyKey',
	operation: 'create',
});

test('creates a key by name with a single choice', async () => {
	const run = await node.run({ name: 'Width', simplify: false });
	expect(node.lastRequest()).toMatchObject({
		operation: 'propertyKey.create',
		body: { name: 'Width', presentation: 'SINGLE_SELECT' },
	});
	expect(node.lastBody()).toEqual({ name: 'Width', presentation: 'SINGLE_SELECT' });
	expect(records(run)).toEqual([
		{
			propertyKeyId: expect.any(Number) as unknown,
			name: 'Width',
			presentation: 'SINGLE_SELECT',
			translations: [],
			values: [],
		},
	]);
});

test('leaves out an empty presentation', async () => {
	node.sandbox.faults.add({ status: 400, errorCode: 'invalid-request' });
	await node.run({ name: 'Width', presentation: '' });
	expect(node.lastBody()).toEqual({ name: 'Width' });
});

test('refuses an empty name before a request', async () => {
	const message = 'The property key has no name';
	node.expectRefused(await node.run({ name: ' ' }), message, 'invalid-property-key-name');
});
