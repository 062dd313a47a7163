/** One credential for several tenants: each item is sent to its own tenant, or not at all. */
import { IntegrationServiceOAuth2Api } from '../../credentials/IntegrationServiceOAuth2Api.credentials';
import { nodeUnderTest, records } from './nodeUnderTest';

const node = nodeUnderTest('integrationServiceOrderManagement', {
	resource: 'return',
	operation: 'create',
	rows: { row: [{ stockKeepingUnitId: 7, quantity: 1 }] },
	additionalFields: { note: '={{ $json.tenant }}' },
});

const tenantIds = () => node.sandbox.state.tenants.map(({ tenantId }) => tenantId);

/** The tenants that requests were sent to, with the note of the return that they carried. */
const sent = () =>
	node.sandbox.requests.map(({ body, tenantId }) => [tenantId, Object(body).note] as const).sort();

const itemsOf = (order: string) =>
	[...order].map((letter) => ({ tenant: tenantIds()['ABC'.indexOf(letter)] }));

const credentialWith = (fields: object) => ({
	integrationServiceOAuth2Api: { ...node.sandbox.credential, ...fields },
});

const orders = ['ABC', 'ABA', 'AAB', 'BAA'];

test.each(orders)('a credential with an expression sends %s each to its tenant', async (order) => {
	const items = itemsOf(order);
	const run = await node.run(
		{},
		{ items, credentials: credentialWith({ tenantId: '={{ $json.tenant }}' }) },
	);
	expect(run.error).toBeUndefined();
	expect(sent()).toEqual(items.map(({ tenant }) => [tenant, tenant]).sort());
	expect(records(run)).toHaveLength(order.length);
});

test.each(orders)('Tenant ID in the options sends %s each to its tenant', async (order) => {
	const items = itemsOf(order);
	const run = await node.run({ options: { tenantId: '={{ $json.tenant }}' } }, { items });
	expect(run.error).toBeUndefined();
	expect(sent()).toEqual(items.map(({ tenant }) => [tenant, tenant]).sort());
	expect(run.credentialReads).toBe(1);
});

test.each(['baseUrl', 'clientId'] as const)('%s can be an expression', async (field) => {
	const value = node.sandbox.credential[field];
	const items = [{ value }, { value: field === 'baseUrl' ? 'http://127.0.0.1:9' : 'nobody' }];
	const run = await node.run(
		{},
		{
			items,
			onError: 'continueRegularOutput',
			credentials: credentialWith({ [field]: '={{ $json.value }}' }),
		},
	);
	const [first, second] = records(run);
	expect(first).toHaveProperty('returnId');
	expect(second).toHaveProperty('error');
	expect(node.sandbox.requests).toHaveLength(1);
});

test('every field that a request needs can be an expression', () => {
	const { properties } = new IntegrationServiceOAuth2Api();
	const hasExpressions = properties.find(({ name }) => name === 'hasExpressions')?.default;
	const shown = properties.filter(({ name, type }) => type !== 'hidden' && name !== 'scope');
	for (const name of [...shown.map((field) => field.name), 'clientId', 'clientSecret']) {
		expect(hasExpressions).toContain(`"&${name}"`);
	}
});

test('a credential without expressions is read once', async () => {
	const { credentialReads } = await node.run({}, { items: itemsOf('ABC') });
	expect(credentialReads).toBe(1);
});

test.each([
	['in the options', { options: { tenantId: '={{ $json.tenant }}' } }, {}],
	['in the credential', {}, { tenantId: '={{ $json.tenant }}' }],
])('an item without a tenant %s is refused, and never sent', async (_where, form, stored) => {
	const items = [...itemsOf('A'), { tenant: '' }, ...itemsOf('B')];
	const run = await node.run(form, {
		items,
		onError: 'continueRegularOutput',
		credentials: credentialWith(stored),
	});
	expect(records(run)[1]).toMatchObject({
		error: { message: expect.stringContaining('Tenant ID'), errorCode: 'invalid-input' },
	});
	expect(sent().map(([tenantId]) => tenantId)).toEqual(tenantIds().slice(0, 2).sort());
});

test('an item keeps its place in the output when its tenant is slower', async () => {
	const items = itemsOf('ABA');
	const slow = tenantIds()[1];
	node.sandbox.faults.add({ bodyIncludes: slow, delayMs: 100 });
	const run = await node.run({ options: { tenantId: '={{ $json.tenant }}' } }, { items });
	expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2].map((item) => ({ item })),
	);
});

test('a person acts only in the tenant of the sign-in', async () => {
	const users = { resource: 'user', operation: 'getAll', authentication: 'user' };
	const { error } = await node.engine.runNode({
		type: 'integrationServiceUser',
		parameters: { ...users, options: { tenantId: 'another' } },
		credentials: {
			integrationServiceUserOAuth2Api: {
				...node.sandbox.userCredential,
				oauthTokenData: node.sandbox.issueUserTokenAnswer(node.sandbox.userCredential.scope),
			},
		},
	});
	expect(error).toMatchObject({
		message: "'Tenant ID' can't be set for a signed-in user [item 0]",
	});
	expect(node.sandbox.requests).toHaveLength(0);
});

test('a list explains that an expression in the credential needs an item', async () => {
	await expect(
		node.engine.searchList(
			{
				type: 'integrationServiceUser',
				parameters: { resource: 'user', operation: 'get' },
				credentials: credentialWith({ tenantId: '={{ $json.tenant }}' }),
			},
			'searchUsers',
		),
	).rejects.toThrow('The credential contains an expression that needs an input item');
});
