import type { ErrorCode } from '../../nodes/shared/service/errorCodes';
import { limits } from '../../nodes/shared/service/limits';
import { requestNames, userKinds } from '../../nodes/shared/service/assumedNames';
import type { OperationId, operations } from '../../nodes/shared/service/operations';
import type { Sandbox } from './index';
import type { Input } from './client';

/** Makes the input for a request; it may put the sandbox in the state that the request needs. */
export type MakeInput = (sandbox: Sandbox) => Input;

type ListedCode<Id extends OperationId> = (typeof operations)[Id]['errorCodes'][number];

const { user, availability, group, assignment, thread, message } = requestNames;
const [normal, administrator] = userKinds;

const unknownUuid = '11111111-2222-4333-8444-555555555555';
const unknownNumber = 999_999;
const newPerson = {
	[user.emailAddress]: 'new.person@nordic-outfitters.example',
	[user.firstName]: 'New',
	[user.lastName]: 'Person',
};

function sample(sandbox: Sandbox, ...names: string[]): Input {
	return { path: Object.fromEntries(names.map((name) => [name, sandbox.samples[name] ?? ''])) };
}

function firstUser(sandbox: Sandbox, kind: string) {
	const found = [...sandbox.state.users.values()].find((each) => each.kind === kind);
	if (!found) throw new Error(`No user of kind ${kind}`);
	return found;
}

function groupAt(sandbox: Sandbox, position: number) {
	const found = [...sandbox.state.groups.values()].at(position);
	if (!found) throw new Error(`No group at ${position}`);
	return found;
}

function userPath(sandbox: Sandbox, kind: string): Input {
	return { path: { userId: firstUser(sandbox, kind).userId } };
}

function groupPath(sandbox: Sandbox, position = 0): Input {
	return { path: { groupId: groupAt(sandbox, position).groupId } };
}

function otherTenant(sandbox: Sandbox): string {
	return sandbox.state.tenants.find((tenant) => !tenant.current)?.tenantId ?? '';
}

function ticketPath(sandbox: Sandbox, assigned: boolean): Input {
	const ticket = [...sandbox.state.tickets.values()].find(
		(each) => (each.centralUserId !== null) === assigned,
	);
	return { path: { ticketId: String(ticket?.ticketId) }, body: { version: ticket?.version } };
}

/** The sample assignment with a run that goes on until it is ended. */
function running(sandbox: Sandbox): Input {
	const { assignmentId = '' } = sandbox.samples;
	const run = sandbox.runs.start(assignmentId);
	return { path: { assignmentId, runId: run.runId } };
}

const unknownAssignment: MakeInput = () => ({
	path: { assignmentId: 'none', runId: 'none' },
	body: undefined,
});

const unknownRun: MakeInput = (sandbox) => ({
	path: { assignmentId: sandbox.samples.assignmentId ?? '', runId: 'none' },
});

const pageErrors: Record<'invalid-page' | 'invalid-page-size', MakeInput> = {
	'invalid-page': (sandbox) => ({ ...groupPath(sandbox), query: { page: limits.firstPage - 1 } }),
	'invalid-page-size': (sandbox) => ({
		...groupPath(sandbox),
		query: { pageSize: limits.pageSize.maximum + 1 },
	}),
};

const categoryKey = { name: 'Material of the lining' };
const variantKey = { name: 'Length', presentation: 'SINGLE_SELECT' };

/** For each operation a request that it answers with success. */
export const successes: Readonly<Record<OperationId, MakeInput>> = {
	'journal.getAll': () => ({}),
	'report.getAll': () => ({}),
	'userGroup.getAll': () => ({ query: { page: 1, pageSize: 5, keywords: 'ware', active: 'ALL' } }),
	'userGroup.create': () => ({ body: { [group.groupName]: 'Night shift' } }),
	'userGroup.get': (sandbox) => sample(sandbox, 'groupId'),
	'userGroup.update': (sandbox) => ({
		...groupPath(sandbox),
		body: {
			groupName: 'Customer care',
			active: true,
			reports: { added: [110], removed: [101] },
			roles: { added: ['AUDIT'], removed: ['ORDER_READ'] },
			warehouses: { added: [{ warehouseCompanyId: 10, warehouseId: 42 }], removed: [] },
			returnReasons: { added: [{ returnReasonId: 33 }], removed: [1] },
			webStores: { added: [{ storeId: 7 }], removed: [1] },
		},
	}),
	'userGroup.delete': (sandbox) => groupPath(sandbox, -1),
	'member.getAll': (sandbox) => groupPath(sandbox),
	'user.checkAvailability': (sandbox) => ({
		body: { [availability.emailAddress]: firstUser(sandbox, normal).emailAddress },
	}),
	'connectedTenant.getAll': () => ({}),
	'user.getAll': () => ({}),
	'user.create': () => ({ body: newPerson }),
	'user.get': (sandbox) => sample(sandbox, 'userId'),
	'user.update': (sandbox) => ({
		...userPath(sandbox, normal),
		body: { [user.firstName]: 'Renamed' },
	}),
	'user.delete': (sandbox) => userPath(sandbox, normal),
	'user.sendInvitation': (sandbox) => userPath(sandbox, normal),
	'assignment.getAll': () => ({}),
	'assignment.create': () => ({ body: { [assignment.name]: 'Count the stock' } }),
	'assignment.get': (sandbox) => sample(sandbox, 'assignmentId'),
	'assignment.update': (sandbox) => ({
		...sample(sandbox, 'assignmentId'),
		body: { [assignment.active]: false },
	}),
	'assignment.delete': (sandbox) => sample(sandbox, 'assignmentId'),
	'assignment.run': (sandbox) => sample(sandbox, 'assignmentId'),
	'assignment.abort': running,
	'run.getAll': (sandbox) => sample(sandbox, 'assignmentId'),
	'run.get': (sandbox) => sample(sandbox, 'assignmentId', 'runId'),
	'run.abort': running,
	'run.getLogs': (sandbox) => sample(sandbox, 'assignmentId', 'runId'),
	'thread.getAll': () => ({}),
	'thread.create': () => ({ body: { [message.question]: 'How were the sales last week?' } }),
	'thread.get': (sandbox) => sample(sandbox, 'threadId'),
	'thread.update': (sandbox) => ({
		...sample(sandbox, 'threadId'),
		body: { [thread.name]: 'Sales' },
	}),
	'thread.delete': (sandbox) => sample(sandbox, 'threadId'),
	'message.getAll': (sandbox) => sample(sandbox, 'threadId'),
	'message.create': (sandbox) => ({
		...sample(sandbox, 'threadId'),
		body: { [message.question]: 'And the week before?' },
	}),
	'propertyKey.update': (sandbox) => ({
		...sample(sandbox, 'propertyKeyId'),
		body: {
			...categoryKey,
			translations: {
				added: [{ languageCode: 'de', name: 'Material', description: '' }],
				modified: [{ languageCode: 'en', name: 'Fabric' }],
				removed: ['sv'],
			},
			values: {
				added: [{ value: 'Silk', sort: 9 }],
				modified: [{ propertyValueId: 7000, value: 'Organic cotton' }],
				removed: [7003],
			},
		},
	}),
	'propertyKey.create': () => ({
		body: {
			...variantKey,
			translations: [{ languageCode: 'sv', name: 'Längd' }],
			values: [{ value: 'Short' }, { value: 'Long' }],
		},
	}),
	'ticket.unassign': (sandbox) => ticketPath(sandbox, true),
	'page.get': (sandbox) => sample(sandbox, 'draftId', 'pageId'),
	'return.create': () => ({ body: { note: 'Too small', rows: [{ quantity: 1 }] } }),
};

/** For each operation and each of its error codes a request that raises it. */
export const refusals: {
	readonly [Id in OperationId]: Readonly<Record<ListedCode<Id>, MakeInput>>;
} = {
	'journal.getAll': {
		'date-range-too-large': () => ({
			query: { periodDateFrom: '2024-01-01', periodDateTo: '2026-01-01' },
		}),
	},
	'report.getAll': {},
	'userGroup.getAll': pageErrors,
	'userGroup.create': {
		'group-name-is-unavailable': (sandbox) => ({
			body: { [group.groupName]: groupAt(sandbox, 3).groupName },
		}),
	},
	'userGroup.get': { 'user-group-not-found': () => ({ path: { groupId: unknownNumber } }) },
	'userGroup.update': {
		'group-already-have-access-to-report': (sandbox) => ({
			...groupPath(sandbox),
			body: { reports: { added: groupAt(sandbox, 0).reports.slice(0, 1) } },
		}),
		'group-already-have-access-to-role': (sandbox) => ({
			...groupPath(sandbox),
			body: { roles: { added: groupAt(sandbox, 0).roles.slice(0, 1) } },
		}),
		'group-name-is-unavailable': (sandbox) => ({
			...groupPath(sandbox),
			body: { groupName: groupAt(sandbox, 3).groupName },
		}),
		'user-group-not-found': () => ({ path: { groupId: unknownNumber }, body: { active: true } }),
	},
	'userGroup.delete': {
		'cannot-delete-referenced-entity': (sandbox) => groupPath(sandbox),
		'user-group-not-found': () => ({ path: { groupId: unknownNumber } }),
	},
	'member.getAll': pageErrors,
	'user.checkAvailability': {
		'email-address-required': () => ({ body: {} }),
		'invalid-email-address': () => ({ body: { [availability.emailAddress]: 'nobody' } }),
	},
	'connectedTenant.getAll': {},
	'user.getAll': pageErrors,
	'user.create': {
		'administrators-cannot-be-assigned-connected-tenants': (sandbox) => ({
			body: {
				...newPerson,
				[user.kind]: administrator,
				[user.tenantIds]: [otherTenant(sandbox)],
			},
		}),
		'email-address-required': () => ({ body: { ...newPerson, [user.emailAddress]: '' } }),
		'group-not-found': () => ({ body: { ...newPerson, [user.groupIds]: [unknownNumber] } }),
		'invalid-email-address': () => ({
			body: { ...newPerson, [user.emailAddress]: 'a b@c.example' },
		}),
		'invalid-name': () => ({ body: { ...newPerson, [user.lastName]: '<b>Person</b>' } }),
		'name-required': () => ({ body: { ...newPerson, [user.firstName]: '' } }),
		'only-normal-users-can-be-assigned-user-groups': (sandbox) => ({
			body: {
				...newPerson,
				[user.kind]: administrator,
				[user.groupIds]: [groupAt(sandbox, 0).groupId],
			},
		}),
		'tenant-not-found': () => ({ body: { ...newPerson, [user.tenantIds]: [unknownUuid] } }),
		'user-already-in-tenant': (sandbox) => ({
			body: { ...newPerson, [user.emailAddress]: firstUser(sandbox, normal).emailAddress },
		}),
	},
	'user.get': { 'user-not-found': () => ({ path: { userId: unknownUuid } }) },
	'user.update': {
		'administrators-cannot-be-assigned-connected-tenants': (sandbox) => ({
			...userPath(sandbox, administrator),
			body: { [user.tenantIds]: [otherTenant(sandbox)] },
		}),
		'only-normal-users-can-be-assigned-user-groups': (sandbox) => ({
			...userPath(sandbox, administrator),
			body: { [user.groupIds]: [groupAt(sandbox, 0).groupId] },
		}),
		'tenant-not-found': (sandbox) => ({
			...userPath(sandbox, normal),
			body: { [user.tenantIds]: [unknownUuid] },
		}),
		'user-already-has-group': (sandbox) => ({
			...userPath(sandbox, normal),
			body: { [user.groupIds]: firstUser(sandbox, normal).groupIds.slice(0, 1) },
		}),
		'user-not-found': () => ({ path: { userId: unknownUuid }, body: { [user.active]: true } }),
	},
	'user.delete': { 'user-not-found': () => ({ path: { userId: unknownUuid } }) },
	'user.sendInvitation': {
		'api-client-must-be-a-user': (sandbox) => ({
			...userPath(sandbox, normal),
			token: sandbox.issueToken('user.sendInvitation'),
		}),
		'user-not-found': () => ({ path: { userId: unknownUuid } }),
	},
	'assignment.getAll': {},
	'assignment.create': { 'invalid-request': () => ({ body: { [assignment.name]: 17 } }) },
	'assignment.get': { 'assignment-not-found': unknownAssignment },
	'assignment.update': {
		'assignment-not-found': () => ({
			path: { assignmentId: 'none' },
			body: { [assignment.active]: true },
		}),
		'invalid-request': (sandbox) => ({
			...sample(sandbox, 'assignmentId'),
			body: { [assignment.name]: '' },
		}),
	},
	'assignment.delete': { 'assignment-not-found': unknownAssignment },
	'assignment.run': {
		'assignment-not-found': unknownAssignment,
		'run-already-active': running,
		'usage-limit-exceeded': (sandbox) => {
			sandbox.state.runsLeftThisMonth = 0;
			return sample(sandbox, 'assignmentId');
		},
	},
	'assignment.abort': {
		'assignment-not-found': unknownAssignment,
		'no-active-run': (sandbox) => sample(sandbox, 'assignmentId'),
	},
	'run.getAll': { 'assignment-not-found': unknownAssignment },
	'run.get': { 'assignment-not-found': unknownAssignment, 'run-not-found': unknownRun },
	'run.abort': {
		'assignment-not-found': unknownAssignment,
		'run-not-active': (sandbox) => sample(sandbox, 'assignmentId', 'runId'),
		'run-not-found': unknownRun,
	},
	'run.getLogs': {
		'assignment-not-found': unknownAssignment,
		'run-not-found': unknownRun,
		'search-after-id-not-found': (sandbox) => ({
			...sample(sandbox, 'assignmentId', 'runId'),
			query: { searchAfterId: 'none' },
		}),
	},
	'thread.getAll': {},
	'thread.create': {
		'question-too-long': () => ({
			body: { [message.question]: 'q'.repeat(limits.questionCharacters + 1) },
		}),
		'stream-unacceptable': () => ({
			body: { [message.question]: 'How were the sales last week?' },
			headers: { accept: 'application/json' },
		}),
	},
	'thread.get': { 'thread-not-found': () => ({ path: { threadId: 'none' } }) },
	'thread.update': {
		'thread-not-found': () => ({ path: { threadId: 'none' }, body: { [thread.name]: 'Sales' } }),
	},
	'thread.delete': { 'thread-not-found': () => ({ path: { threadId: 'none' } }) },
	'message.getAll': {
		'search-after-id-not-found': (sandbox) => ({
			...sample(sandbox, 'threadId'),
			query: { searchAfterId: 'none' },
		}),
		'thread-not-found': () => ({ path: { threadId: 'none' } }),
	},
	'message.create': {},
	'propertyKey.update': {
		'duplicate-property-value': (sandbox) => ({
			...sample(sandbox, 'propertyKeyId'),
			body: { ...categoryKey, values: { added: [{ value: 'Wool' }] } },
		}),
		'invalid-property-key-name': (sandbox) => ({
			...sample(sandbox, 'propertyKeyId'),
			body: { name: '' },
		}),
		'language-not-found': (sandbox) => ({
			...sample(sandbox, 'propertyKeyId'),
			body: { ...categoryKey, translations: { added: [{ languageCode: 'xx', name: 'X' }] } },
		}),
		'property-key-name-already-exists': (sandbox) => ({
			...sample(sandbox, 'propertyKeyId'),
			body: { name: 'Season' },
		}),
		'property-key-not-found': () => ({
			path: { propertyKeyId: unknownNumber },
			body: categoryKey,
		}),
	},
	'propertyKey.create': {
		'duplicate-property-value': () => ({
			body: { ...variantKey, values: [{ value: 'Short' }, { value: 'short' }] },
		}),
		'invalid-property-key-name': () => ({ body: { ...variantKey, name: '' } }),
		'language-not-found': () => ({
			body: { ...variantKey, translations: [{ languageCode: 'xx', name: 'X' }] },
		}),
		'property-key-name-already-exists': () => ({ body: { ...variantKey, name: 'Colour' } }),
	},
	'ticket.unassign': {
		'conversation-not-found': () => ({ path: { ticketId: unknownUuid }, body: { version: 1 } }),
		'ticket-is-not-assigned': (sandbox) => ticketPath(sandbox, false),
	},
	'page.get': {
		'web-pages.retrieve-page.draft-not-found': (sandbox) => ({
			path: { draftId: unknownUuid, pageId: sandbox.samples.pageId ?? '' },
		}),
		'web-pages.retrieve-page.layout-not-found': (sandbox) => {
			const { state } = sandbox;
			const draft = [...state.drafts.values()][0];
			const page = [...(draft?.pages.values() ?? [])].find(
				(each) => !state.layouts.has(each.layoutId),
			);
			return { path: { draftId: String(draft?.draftId), pageId: String(page?.pageId) } };
		},
		'web-pages.retrieve-page.page-not-found': (sandbox) => ({
			path: { draftId: sandbox.samples.draftId ?? '', pageId: unknownUuid },
		}),
	},
	'return.create': {},
};

/** All refusals in one list. */
export function listRefusals(): Array<[OperationId, ErrorCode, MakeInput]> {
	return Object.entries(refusals).flatMap(([operation, codes]) =>
		Object.entries(codes as Record<ErrorCode, MakeInput>).map(
			([code, makeInput]): [OperationId, ErrorCode, MakeInput] => [
				operation as OperationId,
				code as ErrorCode,
				makeInput,
			],
		),
	);
}
