import { nodeUnderTest } from '../nodeUnderTest';

const node = nodeUnderTest('VariantProperty', { resource: 'propertyKey', operation: 'create' });

test('leaves out an empty presentation', async () => {
	await node.run({ name: 'Width', presentation: '' });
	expect(node.lastBody()).toEqual({ name: 'Width' });
});
