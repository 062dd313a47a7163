import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { resourceOf } from '../../src/runtime/operation';
import { executeOf } from '../../src/runtime/runOperation';
import { aNode } from '../aNode';

const resources = [resourceOf('', [{ id: 'user.get', description: '', execute: async () => [] }])];

/** An execution without items, of a workflow that has saved this choice. */
function execution(resource: string, operation: string, node: INode = aNode) {
	const parameters: Record<string, string> = { resource, operation };
	return {
		getNode: () => node,
		getInputData: () => [],
		getNodeParameter: (name: string) => parameters[name],
	} as unknown as IExecuteFunctions;
}

test.each([
	['ticket', 'get'],
	['user', 'archive'],
	['user', 'user.get'],
])('names the unknown operation "%s" "%s"', async (resource, operation) => {
	await expect(executeOf(resources).call(execution(resource, operation))).rejects.toMatchObject({
		message: `The node has no operation "${operation}" for the resource "${resource}"`,
		description: "Open the node, and select 'Resource' and 'Operation' again.",
	});
});
