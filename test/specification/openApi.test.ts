/** What the sandbox returns, by the specification. It checks what nodes send by itself. */
import Ajv2020, { type ErrorObject } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type OperationId, operations } from '../../src/api/operations';
import { operationCases } from '../cases';
import { type Answer, type Input, send } from '../sandbox/client';
import { describedRecords, referring } from '../sandbox/document';
import { sandboxUnderTest } from '../sandbox/sandboxUnderTest';
import { specifiedOperation } from '../../specification/specification';
import { withoutNulls } from './withoutNulls';

const ids = Object.keys(operations) as OperationId[];
const service = sandboxUnderTest({ streamDelayMs: 0, seed: { users: 130, longestLog: 1100 } });
const ajv = addFormats(new Ajv2020({ allErrors: true, strict: false })).addSchema(describedRecords);

function inputOf(id: OperationId): Input {
	const { path, query, body } = operationCases[id](service());
	return { path, query, body };
}

/**
 * What the specification objects to in a response. A field that it doesn't show counts too, as it would
 * hide that a node depends on it.
 */
function objectionsTo(id: OperationId, answer: Answer): Array<string | ErrorObject> {
	const { status, headers, text, json } = answer;
	const { responses } = specifiedOperation(id);
	const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
	if (!response) return [`status ${status}`];
	const [type, content] = Object.entries(response.content ?? {})[0] ?? [];
	if (!type || !content) return text === '' ? [] : ['a body'];
	const sent = String(headers['content-type']);
	if (type !== '*/*' && !sent.startsWith(type)) return [`${sent}, not ${type}`];
	const validate = ajv.compile(referring(content.schema));
	validate(type === 'application/json' ? withoutNulls(json) : text);
	return validate.errors ?? [];
}

describe.each(ids)('%s', (id) => {
	test('returns what the specification describes', async () => {
		expect(objectionsTo(id, await send(service(), id, inputOf(id)))).toEqual([]);
	});
});

test('rejects undescribed statuses and wrong types of a record', async () => {
	const answer = await send(service(), 'ticket.unassign', inputOf('ticket.unassign'));
	const json = { ...(answer.json as object), ticketId: '17' };
	expect(objectionsTo('ticket.unassign', { ...answer, json })).toHaveLength(1);
	expect(objectionsTo('ticket.unassign', { ...answer, status: 302 })).toHaveLength(1);
});
