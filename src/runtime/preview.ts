/** What 'Preview Only' returns: the request that the item would send, and what it would do in words. */
import type { IDataObject } from 'n8n-workflow';
import { checkLength } from '../agent/ask/answerOptions';
import { isErrorCode } from '../api/errorCodes';
import { ServiceError } from '../api/errors';
import { type FieldNames, recordOf } from '../api/fieldNames';
import {
	type OperationId,
	type PathParameterName,
	pathParameters,
	type PathValues,
	readerOf,
} from '../api/operations';
import { titleOf } from '../forms/parameters';
import { nameOf } from '../forms/recordLabels';
import { firstValue } from '../values/jsonObject';
import { type ItemContext, operationValue } from './operation';

/** What an operation does, if its name doesn't show it. */
const phrases: Partial<Record<OperationId, string>> = {
	'assignment.abort': 'abort the active run of',
	'message.create': 'ask the agent in',
	'return.create': 'register a return',
	'thread.create': 'ask the agent in a new thread',
	'user.sendInvitation': 'send an invitation to',
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
	changed: PathValues,
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
	changed: PathValues,
): Promise<string> {
	const { operation } = item;
	if (typeof operation !== 'string') return `Would send ${operation.method} ${operation.path}.`;
	const parameter = Object.keys(changed).at(-1) as PathParameterName | undefined;
	if (parameter === undefined) {
		return request ? `Would ${describeNew(operation, item.fieldNames, request)}.` : '';
	}
	const noun = pathParameters[parameter].displayName.replace(/ ID$/, '').toLowerCase();
	const id = String(changed[parameter]);
	const name = item.execution.labelOf(parameter) ?? (await readName(item, changed, id));
	if (name === undefined) return describeMissing(item, request, noun, id);
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

function describeNew(operation: OperationId, names: FieldNames, { body }: IDataObject): string {
	const [resource = ''] = operation.split('.');
	const phrase =
		phrases[operation] ?? `${operationValue(operation)} ${titleOf(resource).toLowerCase()}`;
	const sentNames = newNames.map((own) => names.sentName(recordOf(operation), own));
	const name = firstValue(Object(body) as IDataObject, sentNames);
	return name === undefined ? phrase : `${phrase} ${name}`;
}

/** What a person calls the record; its ID, if that is unknown. Undefined if it doesn't exist. */
async function readName(
	{ service, fieldNames }: ItemContext,
	path: PathValues,
	id: string,
): Promise<string | undefined> {
	const reader = readerOf(path);
	if (reader === undefined) return id;
	const recordName = recordOf(reader);
	return await service.request(reader, { path }).then(
		({ record }) => nameOf(recordName, fieldNames.toNodes(recordName, record)) || id,
		(error: unknown) => (isMissing(error) ? undefined : id),
	);
}

/** Whether the service says that there is no record. A preview needs no other answer. */
function isMissing(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return false;
	return isErrorCode(error.errorCode) && error.errorCode.endsWith('-not-found');
}
