/** Every operation of the service once, by its node in n8n's engine. */
import { errorCodes } from '../../src/api/errorCodes';
import { type OperationId, operationRow, operations } from '../../src/api/operations';
import { comparedItems } from '../cases';
import { addressOf } from '../sandbox/client';
import { runCase } from './runCase';
import { packageUnderTest } from './nodeUnderTest';

const ids = Object.keys(operations) as OperationId[];

const setup = packageUnderTest({ streamDelayMs: 0 });

describe.each(ids)('%s', (id) => {
	const row = operationRow(id);

	test('sends one request and returns its response', async () => {
		const { expected, error, items, credentialReads } = await runCase(
			setup.engine,
			setup.sandbox,
			id,
		);
		expect(error).toBeUndefined();
		expect(setup.sandbox.requests).toHaveLength(1);
		const [request] = setup.sandbox.requests;
		expect(request).toMatchObject({
			operation: id,
			method: row.method,
			path: new URL(addressOf(setup.sandbox, id, { path: expected.path })).pathname,
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
			setup.fault(id, { errorCode });
			const { error, items } = await runCase(setup.engine, setup.sandbox, id);
			const { message, description } = errorCodes[errorCode];
			expect(error?.errorCode).toBe(errorCode);
			expect(error?.message).toContain(message);
			expect(error?.description).toContain(description);
			expect(items).toEqual([]);
			expect(setup.sandbox.requests).toHaveLength(1);
		});
	}
});
