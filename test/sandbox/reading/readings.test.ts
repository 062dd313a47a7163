/** A property of a reading without an effect would make the tests of the nodes weaker than they look. */
import type { OperationId } from '../../../src/api/operations';
import { operationCases } from '../../cases';
import { type Input, send } from '../client';
import { sandboxUnderTest } from '../sandboxUnderTest';
import { choices, questions } from './choices';
import { type Reading, standardReading } from './index';

const service = sandboxUnderTest({
	streamDelayMs: 0,
	seed: { users: 30, longestLog: 20, longestThread: 4 },
});

const person = { emailAddress: 'New.Person@x.example', firstName: 'New', lastName: 'Person' };

/** Everything that a reading can change, as one text. */
async function transcript(changes: Partial<Reading>): Promise<string> {
	service().reset();
	service().reading = { ...standardReading, ...changes };
	const { state } = service();
	const [user] = [...state.users.values()].filter(({ kind }) => kind === 'NORMAL');
	const ofUser = { path: { userId: user?.userId ?? '' } };
	const { path: ofGroup } = operationCases['userGroup.get'](service());
	const { path: ofRun } = operationCases['run.get'](service());
	const webStores = { added: [{ storeId: 77 }] };
	const requests: Array<[OperationId, Input]> = [
		['user.create', { body: person }],
		['user.get', ofUser],
		...['eri', 'erik b', 'erik berg', '@'].map((keywords): [OperationId, Input] => [
			'user.getAll',
			{ query: { keywords, pageSize: 100 } },
		]),
		...[1, 2].map((page): [OperationId, Input] => ['user.getAll', { query: { page } }]),
		['user.update', { ...ofUser, body: { tenantIds: [state.tenants[1]?.tenantId] } }],
		['user.update', { ...ofUser, body: { active: false, firstName: 'Eric', groupIds: [1009] } }],
		['user.get', ofUser],
		['userGroup.update', { path: ofGroup, body: { active: false, groupName: 'New', webStores } }],
		['userGroup.get', { path: ofGroup }],
		['run.get', { path: ofRun }],
	];
	const answers: unknown[] = [];
	for (const [operation, input] of requests) {
		const { status, text } = await send(service(), operation, input);
		answers.push([operation, status, text]);
	}
	return JSON.stringify(answers).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now');
}

const otherNames = { ...standardReading.otherNames, 'user.firstName': 'givenName' } as const;
const common = { otherNames } as Partial<Reading>;

let standard = '';
beforeAll(async () => {
	standard = await transcript(common);
});

test('the same reading answers the same', async () => {
	expect(await transcript(common)).toBe(standard);
});

test.each(
	questions.flatMap((question) =>
		choices[question].slice(1).map((answer): [string, string] => [question, answer]),
	),
)('%s: %s makes a difference', async (question, answer) => {
	expect(await transcript({ ...common, [question]: answer })).not.toBe(standard);
});
