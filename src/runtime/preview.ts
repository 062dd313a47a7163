/** What 'Preview Only' returns: the request that the item would send, and what it would do in words. */
import type { IDataObject } from 'n8n-workflow';
import { checkLength } from '../agent/ask/answerOptions';
import { isErrorCode } from '../api/errorCodes';
import { ServiceError } from '../api/errors';
import { recordOf } from '../api/fieldNames';
import {
	type Operation,
	type OperationId,
	operationRow,
	type PathParameterName,
	pathParameters,
} from '../api/operations';
import { titleOf } from '../forms/parameters';
import { nameOf } from '../forms/recordLabels';
import { firstValue } from '../values/jsonObject';
import { type ItemContext, operationValue, type RecordPath } from './operation';

/** What an operation does, if its name doesn't show it. */
const phrases: Partial<Record<OperationId, string>> = {
	'assignment.abort': 'abort the active run of',
	'message.create': 'ask the agent in',
	'return.create': 'register a return',
	'thread.create': 'ask the agent in a new thread',
	'user.sendInvitation': 'send an invitation to',
};

/** The records that one request can read, and what a person calls them. */
const readable: Partial<
	Record<PathParameterName, { get: OperationId; name(record: IDataObject): string }>
> = {
	assignmentId: { get: 'assignment.get', name: nameOf('assignment.name') },
	groupId: { get: 'userGroup.get', name: nameOf('group.groupName') },
	runId: { get: 'run.get', name: () => '' },
	threadId: { get: 'thread.get', name: nameOf('thread.name') },
	userId: { get: 'user.get', name: nameOf('user.emailAddress') },
};

/** Fields that name a new record. */
const newNames = ['emailAddress', 'groupName', 'name'];

/**
 * The item of a preview.
 *
 * @param planned the `request`, if one would be sent, and what the operation states besides
 * @param changed the path of the record that the item changes; empty for a new one
 */
export async function previewItem(
	item: ItemContext,
	planned: IDataObject,
	changed: RecordPath,
): Promise<IDataObject> {
	item.hint('Preview: nothing was sent.');
	const { request, summary = '', ...stated } = planned;
	// An upsert describes itself.
	const isDescribed = stated.wouldAction !== undefined;
	const lead = isDescribed
		? ''
		: await describePlan(item, request as IDataObject | undefined, changed);
	// If nothing would be sent, the first sentence says so.
	const further = lead !== '' && request === undefined ? '' : summary;
	return {
		preview: true,
		summary: [lead, further].filter((sentence) => sentence !== '').join(' '),
		...stated,
		...(request !== undefined && { request }),
	};
}

/** The first sentence of the summary, which names the record. Empty if nothing would be sent for a new one. */
async function describePlan(
	item: ItemContext,
	request: IDataObject | undefined,
	changed: RecordPath,
): Promise<string> {
	const operation: Operation = item.operation;
	const { method, path } = operationRow(operation);
	if (typeof operation !== 'string') return `Would send ${method} ${path}.`;
	const parameter = Object.keys(changed).at(-1) as PathParameterName | undefined;
	if (parameter === undefined) return request ? `Would ${describeNew(item, request)}.` : '';
	const noun = pathParameters[parameter].displayName.replace(/ ID$/, '').toLowerCase();
	const name = await readName(item, parameter, changed);
	if (name === undefined) return describeMissing(item, request, noun, String(changed[parameter]));
	if (!request) return `Would leave ${noun} ${name} unchanged.`;
	const sent = operation === 'thread.create' ? 'message.create' : operation;
	return `Would ${phrases[sent] ?? operationValue(operation)} ${noun} ${name}.`;
}

/** @throws InputError if a new thread would replace a missing one, but the question is too long for it */
function describeMissing(
	{ operation, fieldNames }: ItemContext,
	request: IDataObject | undefined,
	noun: string,
	id: string,
): string {
	const missing = `There is no ${noun} with the ID ${id}`;
	if (operation !== 'thread.create') return `${missing}.`;
	const body = Object(request?.body) as IDataObject;
	checkLength(body[fieldNames.sentName('message', 'question')], id);
	return `${missing}, so the question would start a new thread.`;
}

function describeNew({ operation, fieldNames }: ItemContext, { body }: IDataObject): string {
	const [resource = ''] = operation.split('.');
	const phrase =
		phrases[operation] ?? `${operationValue(operation)} ${titleOf(resource).toLowerCase()}`;
	const names = newNames.map((own) => fieldNames.sentName(recordOf(operation), own));
	const name = firstValue(Object(body) as IDataObject, names);
	return name === undefined ? phrase : `${phrase} ${name}`;
}

/** What a person calls the record; its ID, if that is unknown. Undefined if it doesn't exist. */
async function readName(
	item: ItemContext,
	parameter: PathParameterName,
	path: RecordPath,
): Promise<string | undefined> {
	const label = item.execution.labelOf(parameter);
	if (label !== undefined) return label;
	const kind = readable[parameter];
	const id = String(path[parameter]);
	if (kind === undefined) return id;
	return await item.service.request(kind.get, { path }).then(
		({ record }) => kind.name(item.fieldNames.toNodes(recordOf(kind.get), record)) || id,
		(error: unknown) => (isMissing(error) ? undefined : id),
	);
}

/** Whether the service says that there is no record. A preview needs no other answer. */
function isMissing(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return false;
	return isErrorCode(error.errorCode) && error.errorCode.endsWith('-not-found');
}
