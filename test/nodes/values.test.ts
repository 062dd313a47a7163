/** Values as people have them: copied, typed on another machine, from a spreadsheet, or from a model. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { picked } from '../cases/operationCase';
import { randomRuns } from '../randomRuns';
import { spellings } from '../spellings';
import { packageUnderTest } from './nodeUnderTest';

const setup = packageUnderTest();

const user = () => [...setup.sandbox.state.users.values()][3]!;
const group = () => [...setup.sandbox.state.groups.values()][2]!;

/** What an expression returns. */
const given = '={{ $json.given }}';
const nameOf = (name: string) => ({ __rl: true, mode: 'name', value: name });
const emailOf = (address: string) => ({ __rl: true, mode: 'email', value: address });

type Form = readonly [type: string, parameters: () => INodeParameters];

const forms = {
	groupByName: [
		'UserGroup',
		() => ({ resource: 'userGroup', operation: 'get', groupId: nameOf(given) }),
	],
	groupName: [
		'UserGroup',
		() => ({ resource: 'userGroup', operation: 'create', groupName: given }),
	],
	userByEmail: ['User', () => ({ resource: 'user', operation: 'get', userId: emailOf(given) })],
	newUser: [
		'User',
		() => ({
			resource: 'user',
			operation: 'create',
			emailAddress: given,
			firstName: 'A',
			lastName: 'B',
		}),
	],
	groupNamesOfUser: [
		'User',
		() => ({
			resource: 'user',
			operation: 'update',
			userId: picked(user().userId),
			updateFields: { groupNames: given },
		}),
	],
	limit: ['User', () => ({ resource: 'user', operation: 'getAll', limit: given })],
	timeout: [
		'User',
		() => ({ resource: 'user', operation: 'getAll', limit: 1, options: { timeout: given } }),
	],
	runTimeout: [
		'Agent',
		() => ({
			resource: 'assignment',
			operation: 'run',
			assignmentId: picked([...setup.sandbox.state.assignments.keys()][0] ?? ''),
			waitForCompletion: true,
			options: { runTimeout: given },
		}),
	],
	maxDuration: [
		'Agent',
		() => ({
			resource: 'thread',
			operation: 'create',
			question: 'Why?',
			options: { maxDuration: given },
		}),
	],
	groupsOfUser: [
		'User',
		() => ({
			resource: 'user',
			operation: 'update',
			userId: picked(user().userId),
			updateFields: { groupIds: given },
		}),
	],
	lastName: [
		'User',
		() => ({
			resource: 'user',
			operation: 'update',
			userId: picked(user().userId),
			updateFields: { firstName: 'Ada', lastName: given },
		}),
	],
	quantity: [
		'OrderManagement',
		() => ({
			resource: 'return',
			operation: 'create',
			rows: { row: [{ quantity: given, stockKeepingUnitId: 7 }] },
		}),
	],
	priceLookUpNumber: [
		'OrderManagement',
		() => ({
			resource: 'return',
			operation: 'create',
			rows: { row: [{ quantity: 1, priceLookUpNumber: given }] },
		}),
	],
	rows: [
		'OrderManagement',
		() => ({
			resource: 'return',
			operation: 'create',
			additionalFields: { rowList: given },
		}),
	],
	periodFrom: [
		'Accounting',
		() => ({
			resource: 'journal',
			operation: 'getAll',
			filters: { periodDateFrom: given, periodDateTo: '2026-04-30' },
		}),
	],
} satisfies Record<string, Form>;

/** Sends a value in a form, and returns what the service got, or what was refused. */
async function send(form: keyof typeof forms, value: unknown) {
	const [type, parameters] = forms[form];
	const run = await setup.engine.runNode({
		type: `integrationService${type}`,
		parameters: parameters(),
		credentials: { integrationServiceOAuth2Api: setup.sandbox.credential },
		items: [{ given: value } as IDataObject],
		timezone: 'Europe/Stockholm',
	});
	const request = setup.sandbox.requests.at(-1);
	return { run, request, refused: run.error && `${run.error.message}. ${run.error.description}` };
}

describe('sent as', () => {
	const body = (form: keyof typeof forms, value: unknown, expected: object) =>
		[form, value, { body: expected }] as const;
	const row = (name: string, value: unknown) => ({ rows: [{ [name]: value }] });

	test.each([
		body('groupName', ' Malm\u00f6 ', { groupName: 'Malm\u00f6' }),
		body('groupName', "O'Brien", { groupName: "O'Brien" }),
		body('groupName', 'علی\u200Cرضا', { groupName: 'علی\u200Cرضا' }),
		body('groupName', '2.000', { groupName: '2.000' }),
		body('groupName', 'Stock, Malmö', { groupName: 'Stock, Malmö' }),
		body('newUser', 'mailto:kim+orders@example.org', { emailAddress: 'kim+orders@example.org' }),
		body('newUser', 'Kim Ek <kim@example.org>;', { emailAddress: 'kim@example.org' }),
		body('newUser', "o'brien@example.org", { emailAddress: "o'brien@example.org" }),
		body('newUser', '"kim@example.org".', { emailAddress: 'kim@example.org' }),
		body('quantity', 1000, row('quantity', 1000)),
		body('quantity', ' 12 ', row('quantity', 12)),
		body('priceLookUpNumber', '00123', row('priceLookUpNumber', '00123')),
		body('priceLookUpNumber', '1.000', row('priceLookUpNumber', '1.000')),
		body('lastName', '', { firstName: 'Ada', lastName: '' }),
		body('lastName', null, { firstName: 'Ada' }),
		body('lastName', undefined, { firstName: 'Ada' }),
		body('lastName', '\u200B', { firstName: 'Ada', lastName: '' }),
		body('groupsOfUser', [], { groupIds: [] }),
		body('groupNamesOfUser', '', { groupIds: [] }),
		body('groupsOfUser', ' 3, 4 ', { groupIds: [3, 4] }),
		body('rows', [{ quantity: 2, priceLookUpNumber: '00123' }], row('priceLookUpNumber', '00123')),
		body('rows', '[{"quantity":2}]', row('quantity', 2)),
		body('rows', '\uFEFF[{"quantity":2}]', row('quantity', 2)),
		['periodFrom', '2026-03-31', { query: { periodDateFrom: '2026-03-31' } }],
		['periodFrom', '2026-03-31T22:00:00.000Z', { query: { periodDateFrom: '2026-04-01' } }],
	] as const)('%s with %j: %j', async (form, value, expected) => {
		const { request } = await send(form, value);
		expect(request).toMatchObject(expected);
	});
});

describe('refused before a request', () => {
	test.each<[keyof typeof forms, unknown, string]>([
		['newUser', 'kim@example.org, eva@example.org', 'Email'],
		['newUser', 'kim@example.org!', 'Email'],
		['userByEmail', 'kim', 'User'],
		['quantity', '1.000', 'Quantity'],
		['quantity', '1,5', 'Quantity'],
		['quantity', '0x10', 'Quantity'],
		['quantity', '1e3', 'Quantity'],
		['quantity', 2.5, 'Quantity'],
		['quantity', '\u200B5', '"\\u200B5"'],
		['quantity', '9007199254740993', 'at most 9007199254740991'],
		['limit', '1,000', 'Limit'],
		['timeout', null, "'Timeout' in Options is empty"],
		['runTimeout', '', "'Run Timeout' in Options is empty"],
		['runTimeout', '0,5', 'Run Timeout'],
		['maxDuration', '0x10', 'Max Duration'],
		['priceLookUpNumber', 2 ** 53, 'Price Look-Up Number'],
		['groupsOfUser', '5000000000', 'User Group'],
		['periodFrom', '31.03.2026', 'Period From'],
		['periodFrom', '2026-02-30', 'Period From'],
		['periodFrom', { day: 1 }, '"{"day":1}"'],
		['groupNamesOfUser', null, 'nothing to send'],
		['rows', 'two pieces', 'Rows (JSON)'],
		['rows', '{quantity: 2}', 'of objects with "priceLookUpNumber"'],
		['rows', ['a'], 'Rows (JSON)'],
		['rows', [], 'Rows'],
	])('%s with %j', async (form, value, field) => {
		const { refused } = await send(form, value);
		expect(refused).toContain(field);
		expect(refused).toContain('[item 0]');
		expect(refused).not.toMatch(/Unexpected token|JSON\.parse|undefined/);
		expect(setup.sandbox.requests).toEqual([]);
	});
});

test('the same name in another spelling is the same record, and no change', async () => {
	const run = async (type: string, parameters: INodeParameters) => {
		const { items, error } = await setup.engine.runNode({
			type: `integrationService${type}`,
			parameters,
			credentials: { integrationServiceOAuth2Api: setup.sandbox.credential },
		});
		expect(error).toBeUndefined();
		return items[0]?.json;
	};
	const writes = () => setup.sandbox.requests.filter(({ method }) => method !== 'GET');
	await fc.assert(
		fc.asyncProperty(spellings, async ([shown, typed]) => {
			Object.assign(group(), { groupName: shown, roles: [shown] });
			Object.assign(user(), { lastName: shown });
			const { groupId } = group();
			const { userId, emailAddress } = user();
			const ofGroup = { resource: 'userGroup', groupId: nameOf(typed) };

			expect(await run('UserGroup', { ...ofGroup, operation: 'get' })).toMatchObject({ groupId });
			setup.sandbox.log.clear();
			const upserted = { resource: 'user', operation: 'upsert', emailAddress, lastName: typed };
			expect(await run('User', upserted)).toMatchObject({ action: 'unchanged' });
			const desiredState = JSON.stringify({ groupName: typed, roles: [typed] });
			const desired = { operation: 'update', changeMode: 'desired', desiredState };
			expect(await run('UserGroup', { ...ofGroup, ...desired })).toMatchObject({ changed: false });
			expect(writes()).toEqual([]);

			const update = { resource: 'user', operation: 'update', userId: picked(userId) };
			const updateFields = { lastName: typed };
			const verified = await run('User', { ...update, updateFields, options: { verify: true } });
			expect(verified).toMatchObject({ verified: true });
		}),
		randomRuns(12),
	);
});
