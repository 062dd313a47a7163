/** Every operation of the service once, by its node in n8n's engine. */
import type { INodePropertyOptions } from 'n8n-workflow';
import { errorCodes } from '../../nodes/shared/service/errorCodes';
import { type OperationId, operationRow, operations } from '../../nodes/shared/service/operations';
import { comparedItems, operationCases } from '../cases';
import { Engine } from '../engine/engine';
import { type Sandbox, startSandbox } from '../sandbox';
import { addressOf } from '../sandbox/client';

const ids = Object.keys(operations) as OperationId[];

let engine: Engine;
let sandbox: Sandbox;

beforeAll(async () => {
	engine = await Engine.load();
	sandbox = await startSandbox({ streamDelayMs: 0 });
});
afterAll(async () => await sandbox.close());
beforeEach(() => sandbox.reset());

/** The node type that offers an operation. */
function nodeTypeOf(id: OperationId): string {
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
	if (!found) throw new Error(`No node offers ${id}`);
	return found;
}

/** Runs the node of an operation with what its case fills in. */
async function run(id: OperationId) {
	const [resource = '', operation = ''] = id.split('.');
	const expected = operationCases[id].success(sandbox);
	const result = await engine.runNode({
		type: nodeTypeOf(id),
		parameters: { resource, operation, ...expected.parameters },
		credentials: {
			integrationServiceOAuth2Api: sandbox.credential,
			integrationServiceUserOAuth2Api: {
				...sandbox.userCredential,
				oauthTokenData: { ...sandbox.issueUserTokenAnswer() },
			},
		},
	});
	return { ...result, expected };
}

describe.each(ids)('%s', (id) => {
	const row = operationRow(id);

	test('sends one request and gives what the service has', async () => {
		const { expected, error, items, credentialReads } = await run(id);
		expect(error).toBeUndefined();
		expect(sandbox.requests).toHaveLength(1);
		const [request] = sandbox.requests;
		expect(request).toMatchObject({
			operation: id,
			method: row.method,
			path: new URL(addressOf(sandbox, id, { path: expected.path })).pathname,
			accept: row.streams ? 'text/event-stream' : 'application/json',
		});
		expect({ ...request?.query }).toEqual(expected.query ?? {});
		expect(request?.body).toEqual(expected.body);
		expect(
			comparedItems(
				items.map(({ json }) => json),
				expected,
			),
		).toEqual(expected.items());
		expect(new Set(items.map(({ pairedItem }) => JSON.stringify(pairedItem)))).toEqual(
			new Set(['{"item":0}']),
		);
		expect(credentialReads).toBe(1);
	});

	if (row.errorCodes.length > 0) {
		test.each(row.errorCodes)('explains %s', async (errorCode) => {
			sandbox.faults.add({ operation: id, errorCode });
			const { error, items } = await run(id);
			const { message, description } = errorCodes[errorCode];
			expect(error?.errorCode).toBe(errorCode);
			expect(error?.message).toContain(message);
			expect(error?.description).toContain(description);
			expect(items).toEqual([]);
			expect(sandbox.requests).toHaveLength(1);
		});
	}
});
