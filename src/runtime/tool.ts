import type { INode } from 'n8n-workflow';

/** Whether a node runs as a tool of a model. Not every n8n 2 has a function for it. */
export function isTool(node: INode): boolean {
	return node.type.endsWith('Tool');
}
