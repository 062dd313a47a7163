import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { placeOf } from '../../specification/specification';
import type { OperationId } from '../../src/api/operations';
import { operationCases } from '../cases';
import type { Success } from '../cases/operationCase';
import type { Engine, NodeRun } from '../engine/engine';
import type { Sandbox } from '../sandbox';

/** An operation of a node: one of the service, or one that is composed of several. */
export type NodeOperationId = OperationId | 'user.upsert' | 'userGroup.upsert';

/**
 * The node type that offers an operation.
 *
 * @param engine with the package
 * @param id the operation
 * @throws Error if no node does
 */
export function nodeTypeOf(engine: Engine, id: NodeOperationId): string {
	const [resource, operation] = id.split('.');
	const found = engine
		.nodeTypeNames()
		.find((name) =>
			engine
				.nodeType(name)
				.description.properties.some(
					({ name: field, displayOptions, options = [] }) =>
						field === 'operation' &&
						displayOptions?.show?.resource?.includes(String(resource)) &&
						(options as INodePropertyOptions[]).some(({ value }) => value === operation),
				),
		);
	if (!found) {
		throw new Error(`${placeOf(`'${id}':`, 'src/api/catalogue.ts')}: no node offers ${id}`);
	}
	return found;
}

/**
 * Both credentials, for nodes that take either.
 *
 * @param sandbox the service
 * @param fields those that differ
 */
export const credentialsFor = (sandbox: Sandbox, fields: object = {}) => ({
	integrationServiceOAuth2Api: { ...sandbox.credential, ...fields },
	integrationServiceUserOAuth2Api: {
		...sandbox.userCredential,
		...fields,
		oauthTokenData: { ...sandbox.issueUserTokenAnswer() },
	},
});

/**
 * Runs the node of an operation with what its case fills in.
 *
 * @param engine with the package
 * @param sandbox the service
 * @param id the operation
 * @param more parameters besides, or instead of, those of the case
 */
export async function runCase(
	engine: Engine,
	sandbox: Sandbox,
	id: OperationId,
	more: INodeParameters = {},
): Promise<NodeRun & { readonly expected: Success }> {
	const [resource = '', operation = ''] = id.split('.');
	const expected = operationCases[id](sandbox);
	const result = await engine.runNode({
		type: nodeTypeOf(engine, id),
		parameters: { resource, operation, ...expected.parameters, ...more },
		credentials: credentialsFor(sandbox),
	});
	return { ...result, expected };
}
