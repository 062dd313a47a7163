import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../src/values/jsonObject';
import type { OperationId } from '../../src/api/operations';
import { eventText, type StreamScript } from './eventStreams';
import { fromWire, toWire } from './operations/handler';
import type { Payload } from './responses';

/** How a service may differ from what the nodes assume. */
export interface Shape {
	/** Other names of fields, by resource. */
	readonly names?: Readonly<Record<string, Readonly<Record<string, string>>>>;
	/** Other values of a field, by its usual name. */
	readonly values?: Readonly<Record<string, (value: unknown) => unknown>>;
	/** Other responses, by operation. */
	readonly bodies?: Partial<Record<OperationId, (body: unknown) => unknown>>;
	/** Query parameters that are ignored. */
	readonly ignoredQuery?: readonly string[];
	readonly error?: (payload: Payload) => Payload;
	readonly answer?: StreamScript;
	/** The assumptions that are wrong, as `npm run check-service` names them. */
	readonly planted: readonly string[];
}

/** A wrapper in which the nodes find no list. */
const wrapped = (list: unknown) => ({ page: { users: list }, total: 250 });

export const shapes = {
	own: { planted: [] },
	question: {
		names: { thread: { question: 'prompt' } },
		planted: ['requestNames.message.question'],
	},
	words: {
		values: {
			status: (value) => ({ COMPLETED: 'GREEN', FAILED: 'RED' })[String(value)] ?? value,
			kind: (value) => (value === 'NORMAL' ? 'EMPLOYEE' : value),
		},
		planted: ['statusWords', 'userKinds'],
	},
	formats: {
		values: { userId: (value) => String(value).replaceAll('-', '') },
		planted: ['identifierNames.user', 'identifierNames.user'],
	},
	lists: {
		bodies: {
			'user.getAll': wrapped,
			'journal.getAll': (body) =>
				(body as IDataObject[]).map(({ journals, ...period }) => ({
					...period,
					entries: { invoices: journals },
				})),
			'userGroup.get': (body) => ({
				...(body as IDataObject),
				warehouses: [{ place: 7 }],
				roles: null,
			}),
		},
		planted: [
			...['listNames (user.getAll)', 'listNames', 'groupListNames.roles'],
			'groupEntryNames.warehouseCompanyId',
		],
	},
	paging: {
		ignoredQuery: ['page', 'searchAfterId'],
		planted: [
			'errorBodyNames.code (invalid-page)',
			...['user.getAll, paging', 'run.getLogs, paging', 'message.getAll, paging'],
		],
	},
	errors: {
		error: ({ status }) => ({
			status: status === 404 ? 410 : status,
			contentType: 'application/json',
			body: JSON.stringify({ number: 17, hint: 'Ask Anna Miller' }),
		}),
		planted: [
			...['invalid-page', 'invalid-page-size', 'user-not-found', 'user-group-not-found'],
			...['invalid-email-address', 'date-range-too-large', 'assignment-not-found'],
			'thread-not-found',
		].map((code) => `errorBodyNames.code (${code})`),
	},
	/** Has other names throughout. */
	other: {
		names: {
			user: { userId: 'personGuid', firstName: 'givenName', kind: 'userType', groupIds: 'groups' },
			member: { userId: 'personGuid' },
			userGroup: { groupId: 'groupNo', groupName: 'caption', reports: 'reportRights' },
			report: { reportId: 'reportNo' },
			assignment: { assignmentId: 'taskKey', instructions: 'prompt' },
			run: {
				runId: 'executionKey',
				status: 'stage',
				startedAt: 'began',
				logId: 'lineNo',
				message: 'entry',
			},
			thread: { threadId: 'topicKey' },
			message: { messageId: 'entryNo' },
		},
		answer: {
			chunks: () => [
				eventText('begins', { topic: 'a1' }),
				eventText('says', { utterance: 'Sales rose', by: 'Anna Miller' }),
				eventText('says', { utterance: ' by 4 %.', by: 'Anna Miller' }),
				eventText('bye', { seconds: 3 }),
			],
		},
		planted: [
			...['identifierNames.user', 'identifierNames.user', 'requestNames.user.firstName'],
			...['requestNames.user.kind', 'requestNames.user.groupIds', 'identifierNames.group'],
			...['labelNames.group', 'requestNames.group.groupName', 'groupListNames.reports'],
			...['identifierNames.report', 'identifierNames.assignment'],
			...['requestNames.assignment.instructions', 'identifierNames.run'],
			...['identifierNames.thread', 'identifierNames.message'],
			...['runNames.status', 'runNames.startedAt', 'identifierNames.log', 'logTextNames'],
			...['answerTextNames', 'answerEventNames.final', 'conversationNames'],
		],
	},
} as const satisfies Record<string, Shape>;

export type ShapeName = keyof typeof shapes;

function renamesOf({ names = {} }: Shape, id: OperationId): Readonly<Record<string, string>> {
	return names[id.split('.')[0] ?? ''] ?? {};
}

/** A response as a service of this shape writes it. */
export function shapeResponse(shape: Shape, id: OperationId, body: unknown): unknown {
	const renames = renamesOf(shape, id);
	const shaped = (value: unknown, name = ''): unknown => {
		if (Array.isArray(value)) return value.map((entry) => shaped(entry));
		if (!isRecord(value)) return shape.values?.[name]?.(value) ?? value;
		const fields = Object.entries(value).map(([inner, each]) => [inner, shaped(each, inner)]);
		return toWire(Object.fromEntries(fields) as object, renames);
	};
	const own = shape.bodies?.[id]?.(body) ?? body;
	return own === undefined ? undefined : shaped(own);
}

/** A request body with the usual names in place of those of the shape, which alone count. */
export function restoreNames(shape: Shape, id: OperationId, body: unknown): unknown {
	const renames = renamesOf(shape, id);
	if (!isRecord(body)) return body;
	const known = Object.entries(body).filter(([name]) => !(name in renames));
	return fromWire(Object.fromEntries(known) as IDataObject, renames);
}
