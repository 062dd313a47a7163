/** What a model fills into the optional fields of a tool, although nobody mentioned them. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { picked } from '../../cases/operationCase';
import { words } from '../../../src/values/words';
import type { OperationId } from '../../../src/api/operations';
import { packageUnderTest } from '../nodeUnderTest';

const setup = packageUnderTest();

const notGiven = ['', '\u200B', 'null', 'undefined', '[""]', '{}', null, [], [null]];

/** Calls an operation as a tool, and returns the last body that was sent. */
async function call(id: OperationId, parameters: INodeParameters, values?: IDataObject) {
	const text = await setup.callOperation(id, parameters, values);
	return { text, body: setup.sandbox.requests.at(-1)?.body, sent: setup.sandbox.requests.length };
}

const fromModel = "={{ $fromAI('value', '', 'json') }}";

describe.each(notGiven)('%j', (value) => {
	/** Calls an operation with the value in each field that the model fills in. */
	const fill = async (id: OperationId, parameters: INodeParameters) =>
		await call(id, parameters, { value });

	test('leaves the fields of an update as they are', async () => {
		const names = words('emailAddress lastName kind active groupIds groupNames tenantIds');
		const empty = Object.fromEntries(names.map((name) => [name, fromModel]));
		const { text, body } = await fill('user.update', {
			userId: picked(setup.user().userId),
			updateFields: { ...empty, firstName: 'Åsa', additionalBody: fromModel },
			options: { tenantId: fromModel, timeout: fromModel },
		});
		expect(text).toContain('success');
		expect(body).toEqual({ firstName: 'Åsa' });
	});

	test('leaves fields out of a new user, and out of a search', async () => {
		const person = { emailAddress: 'new.one@example.org', firstName: 'New' };
		const additionalFields = { kind: fromModel, active: fromModel, groupIds: fromModel };
		const form = { ...person, lastName: fromModel, additionalFields };
		expect((await fill('user.create', form)).body).toEqual(person);
		const filters = { keywords: fromModel, active: fromModel };
		const { text } = await fill('user.getAll', { limit: 1, filters });
		expect(JSON.parse(text)).toHaveLength(1);
		const query = setup.sandbox.requests.at(-1)?.query ?? {};
		expect(['keywords', 'active'].filter((name) => Object.hasOwn(query, name))).toEqual([]);
	});

	test('leaves fields out of rows and change sets', async () => {
		const additionalFields = { note: fromModel, rowList: fromModel, additionalBody: fromModel };
		const row = { quantity: 1, reasonCode: fromModel, priceLookUpNumber: '00123' };
		const field = [fromModel, 'REMARK'].map((code) => ({ code, value: fromModel }));
		const form = { rows: { row: [row] }, customFieldsToAdd: { field }, additionalFields };
		const { body } = await fill('return.create', form);
		expect(body).toEqual({
			rows: [{ quantity: 1, priceLookUpNumber: '00123' }],
			customFieldsToAdd: [{ code: 'REMARK' }],
		});
		const { propertyKeyId } = setup.sandbox.samples;
		const translation = { languageCode: 'sv', name: 'Färg' };
		const translations = { added: [{ ...translation, description: fromModel }] };
		const key = await fill('propertyKey.update', { propertyKeyId, name: 'Color', translations });
		expect(key.body).toMatchObject({ translations: { added: [translation] } });
	});

	test('leaves out an entry of a list that takes names', async () => {
		const groupId = picked(setup.group().groupId);
		const reports = { added: [{ reportId: fromModel }] };
		const roles = { added: [{ role: 'AUDIT' }] };
		const { body } = await fill('userGroup.update', { groupId, reports, roles });
		expect(body).toEqual({ roles: { added: ['AUDIT'] } });
	});

	test('leaves out an entry without a value, also in its lists', async () => {
		const translation = [{ languageCode: fromModel, name: fromModel }];
		const entry = { value: fromModel, sort: fromModel, translations: { translation } };
		const form = { name: 'Fit guide', values: { value: [entry] } };
		const { body } = await fill('propertyKey.create', form);
		expect(body).toEqual({ name: 'Fit guide', presentation: 'SINGLE_SELECT' });
	});

	test('leaves the fields and lists of a desired state as they are', async () => {
		Object.assign(setup.group(), { reports: [101], roles: [] });
		const groupId = picked(setup.group().groupId);
		const desired = { changeMode: 'desired', desiredState: fromModel };
		const form = { groupId, ...desired, options: { verify: false } };
		const values = { value: { groupName: value, reports: value, roles: ['ORDER_READ'] } };
		const { body } = await call('userGroup.update', form, values as IDataObject);
		expect(body).toEqual({ roles: { added: ['ORDER_READ'] } });
	});

	test('leaves a preview a preview', async () => {
		const userId = picked(setup.user().userId);
		const { text } = await fill('user.delete', { userId, options: { previewOnly: fromModel } });
		expect(text).toContain('Would delete user');
	});

	test('registers no return without its unique key', async () => {
		const rows = { row: [{ quantity: 1, stockKeepingUnitId: 7 }] };
		const { text, sent } = await fill('return.create', {
			rows,
			options: { uniqueKey: fromModel },
		});
		expect(text).toContain("'Unique Key' in Options is empty");
		expect(sent).toBe(0);
	});

	test('leaves a field on top at its default', async () => {
		const { body } = await fill('propertyKey.create', { name: 'Fit', presentation: fromModel });
		expect(body).toMatchObject({ presentation: 'SINGLE_SELECT' });
	});
});

test('query parameters of a tool leave out what is not given', async () => {
	const query = { keywords: fromModel, active: 'ALL' };
	const parameter = Object.entries(query).map(([name, value]) => ({ name, value }));
	const queryParameters = { parameter };
	const parameters = { path: '/admin/user/users', scope: 'user:read', queryParameters };
	const request = { type: 'integrationServiceRequest', parameters, ...setup.credentialsWith({}) };
	await setup.engine.callTool(request, { value: 'null' });
	expect(setup.sandbox.requests.at(-1)?.query).toEqual({ active: 'ALL' });
});

test('Other Fields (JSON) of a tool clears fields', async () => {
	const userId = picked(setup.user().userId);
	const additionalBody = '{ "lastName": "", "kind": null, "tenantIds": [] }';
	const updateFields = { firstName: '', additionalBody };
	const { body } = await call('user.update', { userId, updateFields });
	expect(body).toEqual({ lastName: '', kind: null, tenantIds: [] });
});

test('a required field that a model leaves out is refused as empty', async () => {
	const { text } = await call('user.create', { emailAddress: 'null' });
	expect(text).toContain('email-address-required');
	const { text: unassigned, sent } = await call('ticket.unassign', { ticketId: 'null' });
	expect(unassigned).toContain("'Ticket ID' is empty");
	expect(sent).toBe(0);
});

describe('rows of a model', () => {
	const form = { additionalFields: { rowList: fromModel } };
	const create = async (value: unknown) =>
		await call('return.create', form, { value } as IDataObject);
	const row = { stockKeepingUnitId: 7 };

	test.each<[string, unknown]>([
		['a row', row],
		['a list', [row]],
		['a list as text', JSON.stringify([row])],
		['texts with objects', [JSON.stringify(row)]],
		['a list inside of an object', { rows: [row] }],
		['a list inside of an object, as text', JSON.stringify({ rows: [row] })],
		['a list of texts inside of an object', { rows: [JSON.stringify(row)] }],
		['empty fields', [{ ...row, reasonId: 'null', reasonCode: '', note: 'undefined', more: [] }]],
	])('may be %s', async (_what, value) => {
		expect((await create(value)).body).toEqual({ rows: [row] });
	});

	test.each<[unknown]>([
		[{ rows: [row], more: 1 }],
		[[[row]]],
		['two shirts'],
		[[JSON.stringify([row])]],
	])('are refused in %j', async (value) => {
		const { text, sent } = await create(value);
		expect(text).toContain('Rows (JSON)');
		expect(sent).toBe(0);
	});
});
