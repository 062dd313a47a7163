import type { INode } from 'n8n-workflow';

/** A node for code that only names the node in its messages. */
export const aNode: INode = {
	id: 'node',
	name: 'Node',
	type: 'package.node',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
