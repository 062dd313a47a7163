/** What a model that calls a node as its tool gets when the call fails. */
import type { INodeParameters } from 'n8n-workflow';
import { type ErrorCode, errorCodes } from '../../../src/api/errorCodes';
import type { OperationId } from '../../../src/api/operations';
import { operationCases } from '../../cases';
import { picked } from '../../cases/operationCase';
import { keepGoing, packageUnderTest } from '../nodeUnderTest';

const setup = packageUnderTest();

/** Calls an operation as a tool and returns the error's text, which is all that a model receives. */
async function callFailing(...call: Parameters<typeof setup.callOperation>): Promise<string> {
	const text = await setup.callOperation(...call);
	const { credential, userCredential } = setup.sandbox;
	for (const secret of [credential.clientSecret, userCredential.clientSecret]) {
		expect(text).not.toContain(secret);
	}
	expect(text).not.toMatch(/Bearer|access_token|\[item/i);
	expect(JSON.parse(text)).toEqual([{ error: expect.any(String) }]);
	return (JSON.parse(text) as [{ error: string }])[0].error;
}

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

test.each<[ErrorCode, OperationId]>([
	['user-not-found', 'user.get'],
	['question-too-long', 'thread.create'],
	['usage-limit-exceeded', 'assignment.run'],
])('%s explains what happened and what to do', async (errorCode, id) => {
	const { parameters } = operationCases[id](setup.sandbox);
	setup.fault(id, { errorCode });
	const { message, description } = errorCodes[errorCode];
	const text = await callFailing(id, parameters);
	expect(text.startsWith(message)).toBe(true);
	expect(text).toContain(description);
	expect(text.endsWith(`. Code: ${errorCode}`)).toBe(true);

	const continued = await setup.callOperation(id, parameters, {}, keepGoing);
	expect(JSON.parse(continued)).toMatchObject([{ error: { errorCode, message: text } }]);
});

test.each<[OperationId, string, INodeParameters]>([
	['user.get', 'invalid-input', { userId: picked('={{ "anna" }}') }],
	['user.getAll', 'invalid-input', { limit: 0 }],
	['user.create', 'email-address-required', { emailAddress: '={{ "" }}' }],
	['userGroup.create', 'invalid-input', { groupName: ' ', active: true }],
	['propertyKey.create', 'invalid-property-key-name', { name: '={{ "" }}' }],
	['journal.getAll', 'invalid-input', { filters: { journalDate: 'soon' } }],
	['return.create', 'invalid-input', { rows: { row: [{ quantity: 'two' }] } }],
	['thread.create', 'question-too-long', { question: 'w'.repeat(1001) }],
])('%s fails with the message of a workflow and the code %s', async (id, code, parameters) => {
	const text = await callFailing(id, parameters);
	const { error } = await setup.runOperation(id, parameters);
	const message = String(error?.message).replace(' [item 0]', '');
	expect(text).toBe(`${ended(message)} ${ended(String(error?.description))} Code: ${code}`);
	expect(setup.sandbox.requests).toEqual([]);
});

test('the value that the model chose is in the text', async () => {
	const userId = picked("={{ $fromAI('User', '', 'string') }}");
	expect(await callFailing('user.get', { userId }, { User: 'Åsa' })).toContain('"Åsa"');
});

test('a service that is down has a code and the hint to try again', async () => {
	setup.fault('user.create', { status: 503, bodyMode: 'html' });
	const { parameters } = operationCases['user.create'](setup.sandbox);
	const text = await callFailing('user.create', parameters);
	expect(text).toMatch(/HTTP 503.*Try again.* Code: http-503$/);
});

test('a credential nobody has signed in with asks to connect it', async () => {
	const credentials = { integrationServiceUserOAuth2Api: setup.sandbox.userCredential };
	const text = await callFailing('thread.getAll', { authentication: 'user' }, {}, { credentials });
	expect(text).toMatch(/signed in.*connect it/);
});

test('an unknown operation asks to choose again', async () => {
	expect(await callFailing('user.get', { operation: 'promote' })).toBe(
		'The node has no operation "promote" for the resource "user". Open the node, and select \'Resource\' and \'Operation\' again. Code: invalid-input',
	);
});
