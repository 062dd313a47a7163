import { built } from '../documents/builtNodes.mjs';
import { formatOf, maskName, maskWords, nameMask } from './masking.mjs';
import {
	assumedIdentifier,
	candidates,
	fieldNames,
	identifierCandidates,
	listIn,
} from './names.mjs';

/**
 * @import { IDataObject } from 'n8n-workflow'
 * @import { IdentifiedRecord } from '../../src/api/assumedNames.js'
 * @import { OperationRow } from '../../src/api/operationRow.js'
 * @import { OperationId } from '../../src/api/operations.js'
 * @import { Connection } from './connection.mjs'
 */

/**
 * One assumption, and what was found.
 *
 * @typedef {object} Finding
 * @property {string} area
 * @property {string} assumption its path in assumedNames.ts, or the operation
 * @property {string} assumed
 * @property {'as assumed' | 'different' | 'missing' | 'not seen'} verdict
 * @property {string} found what was found, or why nothing was seen
 * @property {string} [remedy] what a user can set in the meantime
 */

/** @type {typeof import('../../src/api/assumedNames.js') & typeof import('../../src/agent/runs/runWords.js') & typeof import('../../src/agent/answer/answerWords.js')} */
const names = {
	...built('src/api/assumedNames.js'),
	...built('src/agent/runs/runWords.js'),
	...built('src/agent/answer/answerWords.js'),
};
/** @type {typeof import('../../src/api/operations.js')} */
const { operations } = built('src/api/operations.js');
/** @type {typeof import('../../src/values/jsonObject.js')} */
const { isRecord } = built('src/values/jsonObject.js');
/** @type {typeof import('../../src/agent/runs/runRecord.js')} */
const { findFields, findRun } = built('src/agent/runs/runRecord.js');
/** @type {typeof import('../../src/agent/runs/runState.js')} */
const { getStatus, readRunState } = built('src/agent/runs/runState.js');
/** @type {typeof import('../../src/agent/runs/statusWords.js')} */
const { classifyStatus } = built('src/agent/runs/statusWords.js');
/** @type {typeof import('../../nodes/UserGroup/resources/userGroup/userGroupFields.js')} */
const { userGroupChangeSets } = built('nodes/UserGroup/resources/userGroup/userGroupFields.js');
/** @type {typeof import('../../src/forms/changeSet/recordState.js')} */
const { findName, getList, readState, unwrap } = built('src/forms/changeSet/recordState.js');
/** @type {typeof import('../../nodes/UserGroup/resources/userGroup/desired.js')} */
const { groupTable } = built('nodes/UserGroup/resources/userGroup/desired.js');
/** @type {typeof import('../../src/api/journals.js')} */
const { journalsOf } = built('src/api/journals.js');

export const remedies = {
	body: "Enter the name in 'Other Fields (JSON)'.",
	picker: "Choose 'By ID' in the picker.",
	idField: "Set 'ID Field' under Options.",
	journals: "Set 'Journals Field' under Options.",
	current: "Enter the group in 'Current State' under Options.",
	statusField: "Set 'Status Field' under Options.",
	statuses: "Set 'Finished Statuses' under Options.",
	request: 'Use the node Integration Service Request.',
	kind: "Enter the kind in 'Kind' with an expression.",
};

const areas = /** @type {const} */ ({
	user: 'Users',
	connectedTenant: 'Users',
	report: 'User groups',
	userGroup: 'User groups',
	member: 'User groups',
	journal: 'Accounting',
	assignment: 'Agent: assignments and runs',
	run: 'Agent: assignments and runs',
	thread: 'Agent: threads',
	message: 'Agent: threads',
	page: 'Web pages',
});

/**
 * @param {OperationId} operation
 * @returns {string}
 */
export function areaOf(operation) {
	const [resource = ''] = operation.split('.');
	return /** @type {Record<string, string>} */ (areas)[resource] ?? resource;
}

/** The lists of which more than one page is read. */
const pagedLists = ['user.getAll', 'run.getLogs', 'message.getAll'];

const isText = (/** @type {unknown} */ value) => typeof value === 'string' && value.trim() !== '';
const isFlag = (/** @type {unknown} */ value) => typeof value === 'boolean' || isText(value);
const isTime = (/** @type {unknown} */ value) =>
	typeof value === 'number' || /^date|^digits/.test(formatOf(value));

/** @param {readonly string[]} list */
const quote = (list) =>
	list
		.map((name) => name.split(' ('))
		.map(([name = '', note]) => `"${maskName(name)}"${note ? ` (${note}` : ''}`)
		.join(', ');

/** @param {readonly string[]} words of a status or a kind */
const quoteWords = (words) =>
	[...new Set(words.map((word) => `"${maskWords(word)}"`))].slice(0, 5).join(', ');

/** Compares what a connection has seen with what is assumed. */
export class Comparison {
	/** @type {Finding[]} */
	findings = [];

	/** @param {Connection} connection */
	constructor(connection) {
		this.connection = connection;
		for (const [operation, row] of Object.entries(operations)) {
			if (row.method === 'GET') this.compareResponse(/** @type {OperationId} */ (operation), row);
		}
		this.compareUsers();
		this.compareGroups();
		this.compareJournals();
		this.compareAgent();
	}

	/** @param {OperationId} operation */
	records(operation) {
		return this.connection.seenOf(operation).records;
	}

	/**
	 * The first list of an operation that has records.
	 *
	 * @param {OperationId} operation
	 */
	list(operation) {
		const lists = this.connection.seenOf(operation).bodies.map(listIn);
		return lists.find((list) => list.length > 0) ?? [];
	}

	/**
	 * Why nothing was seen: the error of the operation, or of one of its area.
	 *
	 * @param {OperationId} operation
	 */
	reasonFor(operation) {
		const { seen } = this.connection;
		const ofArea = [...seen].filter(([other]) => areaOf(other) === areaOf(operation));
		const reasons = ofArea.map(([, { reason }]) => reason);
		return seen.get(operation)?.reason ?? reasons.find((reason) => reason !== undefined);
	}

	/**
	 * @param {OperationId} operation
	 * @param {Omit<Finding, 'area'>} finding
	 */
	add(operation, { remedy, ...finding }) {
		const isWrong = finding.verdict === 'different' || finding.verdict === 'missing';
		this.findings.push({ area: areaOf(operation), ...finding, ...(isWrong ? { remedy } : {}) });
	}

	/**
	 * Adds a finding about names, from the names that were found and those that may be meant.
	 *
	 * @param {OperationId} operation whose responses have the names
	 * @param {object} finding
	 * @param {string} finding.assumption
	 * @param {readonly string[]} finding.assumed
	 * @param {readonly string[]} finding.found
	 * @param {readonly string[]} finding.others
	 * @param {boolean} finding.isSeen
	 * @param {string} finding.remedy
	 */
	addNames(operation, { assumption, assumed, found, others, isSeen, remedy }) {
		const finding = { assumption, assumed: assumed.join(', ') };
		if (found.length > 0) {
			this.add(operation, { ...finding, verdict: 'as assumed', found: quote(found) });
		} else if (!isSeen) {
			const found = this.reasonFor(operation) ?? 'No records';
			this.add(operation, { ...finding, verdict: 'not seen', found });
		} else if (others.length > 0) {
			const found = `Perhaps ${quote(others.slice(0, 5))}`;
			this.add(operation, { ...finding, verdict: 'different', found, remedy });
		} else {
			this.add(operation, { ...finding, verdict: 'missing', found: 'No such field', remedy });
		}
	}

	/**
	 * Compares the status and the kind of body with the operation catalogue.
	 *
	 * @param {OperationId} operation
	 * @param {OperationRow} row
	 */
	compareResponse(operation, { success, paging }) {
		const { statuses, contentTypes, bodies, isList } = this.connection.seenOf(operation);
		const isGet = operation.endsWith('.get');
		const codes = success ? `HTTP ${success.join(' or ')}` : 'HTTP 2xx';
		const assumed = `${codes}, ${isGet ? 'a record' : 'a list'}`;
		const finding = { assumption: operation, assumed };
		if (bodies.length === 0) {
			const found = this.reasonFor(operation) ?? 'No record to read it for';
			return this.add(operation, { ...finding, verdict: 'not seen', found });
		}
		const wrappers = bodies
			.filter(isRecord)
			.flatMap((body) => Object.keys(body).map(nameMask(body)));
		const isStatus = statuses.every((code) => success?.includes(code) ?? true);
		const isBody = isGet ? bodies.every(isRecord) : isList;
		const isJson = contentTypes.every((type) => type.endsWith('json'));
		const kind = isGet ? formatOf(bodies[0]) : wrappers.length > 0 ? 'object' : 'list';
		const fields = isGet || wrappers.length === 0 ? '' : ` with ${quote([...new Set(wrappers)])}`;
		const found = `HTTP ${[...new Set(statuses)].join(', ')}, ${[...new Set(contentTypes)].join(', ')}, ${kind}${fields}`;
		const isAsAssumed = isStatus && isBody && isJson;
		const verdict = isAsAssumed ? 'as assumed' : 'different';
		this.add(operation, {
			...finding,
			...(isGet || isBody ? {} : { assumption: `listNames (${operation})` }),
			verdict,
			found,
			remedy: remedies.request,
		});
		const continues = this.connection.paging.get(operation);
		if (paging === undefined || !pagedLists.includes(operation)) return;
		this.add(operation, {
			assumption: `${operation}, paging`,
			assumed: paging.by === 'page' ? 'page and pageSize' : 'searchAfterId',
			verdict: continues === undefined ? 'not seen' : continues ? 'as assumed' : 'different',
			found:
				continues === undefined
					? 'Fewer than two records with an ID'
					: `The second record ${continues ? 'follows' : 'does not follow'} the first`,
			remedy: remedies.request,
		});
	}

	/**
	 * @param {OperationId} operation
	 * @param {IdentifiedRecord} kind
	 * @param {string} [remedy]
	 */
	compareIdentifier(operation, kind, remedy = remedies.picker) {
		const list = this.list(operation).map((each) => (kind === 'run' ? findRun(each) : each));
		const name = assumedIdentifier(kind, list);
		const assumed = names.identifierNames[kind];
		// An assumed name may have a value of another type than in the specification.
		const unfit = fieldNames(list).filter((each) =>
			/** @type {readonly string[]} */ (assumed).includes(each),
		);
		this.addNames(operation, {
			assumption: `identifierNames.${kind}`,
			assumed,
			found: name === undefined ? [] : [name],
			others: [
				...identifierCandidates(kind, list),
				...unfit.map((each) => `${each} (another format)`),
			],
			isSeen: list.length > 0,
			remedy,
		});
	}

	/**
	 * @param {OperationId} operation
	 * @param {keyof typeof names.labelNames} kind
	 */
	compareLabel(operation, kind) {
		const assumed = names.labelNames[kind];
		const path = `labelNames.${kind}`;
		this.compareNames(operation, path, assumed, isText, remedies.picker, this.list(operation));
	}

	/**
	 * Compares the names of a body to send with those of a record that was read.
	 *
	 * @param {OperationId} operation
	 * @param {keyof typeof names.requestNames} kind
	 */
	compareBody(operation, kind) {
		for (const [part, name] of Object.entries(names.requestNames[kind])) {
			const fits = part === 'active' ? isFlag : part.endsWith('Ids') ? Array.isArray : isText;
			this.compareNames(operation, `requestNames.${kind}.${part}`, [name], fits, remedies.body);
		}
	}

	/**
	 * @param {OperationId} operation
	 * @param {string} assumption
	 * @param {readonly string[]} assumed
	 * @param {(value: unknown) => boolean} fits
	 * @param {string} remedy
	 * @param {IDataObject[]} [records]
	 */
	compareNames(operation, assumption, assumed, fits, remedy, records = this.records(operation)) {
		const matches = records.flatMap((record) => findFields(record, assumed));
		const found = matches
			.filter(({ value }) => value !== null && value !== undefined)
			.map(({ name }) => name)
			// Only in runs, case and hyphens don't matter.
			.filter((name) => assumed.includes(name) || assumption.startsWith('runNames'));
		this.addNames(operation, {
			assumption,
			assumed,
			found: [...new Set(found)],
			others: candidates(assumed, records, fits),
			isSeen: records.length > 0,
			remedy,
		});
	}

	compareUsers() {
		this.compareIdentifier('user.getAll', 'user');
		this.compareLabel('user.getAll', 'user');
		this.compareIdentifier('connectedTenant.getAll', 'tenant');
		this.compareLabel('connectedTenant.getAll', 'tenant');
		this.compareBody('user.get', 'user');
		this.compareIdentifier('member.getAll', 'user');
		const kinds = this.records('user.getAll').map((user) => user[names.requestNames.user.kind]);
		this.compareWords('user.getAll', 'userKinds', kinds, remedies.kind, (kind) =>
			/** @type {string[]} */ (Object.values(names.userKinds)).includes(kind),
		);
	}

	/**
	 * @param {OperationId} operation
	 * @param {string} assumption
	 * @param {readonly unknown[]} values
	 * @param {string} remedy
	 * @param {(word: string) => boolean} isKnown
	 */
	compareWords(operation, assumption, values, remedy, isKnown) {
		const words = [...new Set(values.filter((value) => typeof value === 'string'))];
		const unknown = words.filter((word) => !isKnown(word));
		const isSeen = words.length > 0;
		const reason = this.reasonFor(operation) ?? 'No such values';
		this.add(operation, {
			assumption,
			assumed: 'words of the list',
			verdict: !isSeen ? 'not seen' : unknown.length > 0 ? 'different' : 'as assumed',
			found: !isSeen
				? reason
				: unknown.length > 0
					? `${unknown.length} other words: ${quoteWords(unknown)}`
					: quoteWords(words),
			remedy,
		});
	}

	compareGroups() {
		this.compareIdentifier('report.getAll', 'report');
		this.compareLabel('report.getAll', 'report');
		this.compareIdentifier('userGroup.getAll', 'group');
		this.compareLabel('userGroup.getAll', 'group');
		const groups = this.records('userGroup.get').map((group) => unwrap(group, groupTable));
		this.compareBody('userGroup.get', 'group');
		for (const list of userGroupChangeSets) {
			const found = groups
				.map((group) => findName(group, list))
				.filter((name) => name !== undefined);
			const isList = (/** @type {unknown} */ value) => Array.isArray(value) || isRecord(value);
			const assumed = [list.name, ...(list.otherNames ?? [])];
			this.addNames('userGroup.get', {
				assumption: `groupListNames.${list.name}`,
				assumed,
				found: [...new Set(found)],
				others: candidates(assumed, groups, isList),
				isSeen: groups.length > 0,
				remedy: remedies.current,
			});
			this.compareEntries(list, groups);
		}
	}

	/**
	 * Whether the nodes can read the entries of a group's list.
	 *
	 * @param {typeof userGroupChangeSets[number]} list
	 * @param {IDataObject[]} groups
	 */
	compareEntries(list, groups) {
		const entries = groups
			.map((group) => getList(group, list))
			.flat()
			.filter((entry) => entry !== undefined && entry !== null);
		const source = { title: '', trim: false, allowDuplicates: /** @type {const} */ (true) };
		const isReadable = groups.every((group) => {
			try {
				return readState(source, group, { ...groupTable, fields: [], changeSets: [list] });
			} catch {
				return false;
			}
		});
		this.addNames('userGroup.get', {
			assumption: `groupEntryNames.${list.key[0]}`,
			assumed: list.fields.flatMap(({ name, otherNames = [] }) => [name, ...otherNames]),
			found: isReadable && entries.length > 0 ? this.describeEntries(entries) : [],
			others: this.describeEntries(entries),
			isSeen: entries.length > 0,
			remedy: remedies.current,
		});
	}

	/** @param {readonly unknown[]} entries */
	describeEntries(entries) {
		const fields = fieldNames(entries.filter(isRecord));
		return fields.length > 0 ? fields : [...new Set(entries.map(formatOf))];
	}

	compareJournals() {
		const periods = this.records('journal.getAll');
		let isReadable = true;
		try {
			journalsOf(periods, '');
		} catch {
			isReadable = false;
		}
		const lists = fieldNames(periods).filter((name) =>
			periods.some((period) => Array.isArray(period[name])),
		);
		this.addNames('journal.getAll', {
			assumption: 'listNames',
			assumed: ['journals', 'or the only list of a period'],
			found: isReadable ? lists : [],
			others: lists,
			isSeen: periods.length > 0,
			remedy: remedies.journals,
		});
	}

	compareAgent() {
		this.compareIdentifier('assignment.getAll', 'assignment');
		this.compareLabel('assignment.getAll', 'assignment');
		this.compareBody('assignment.get', 'assignment');
		this.compareIdentifier('run.getAll', 'run');
		const runs = this.records('run.getAll').map((run) => findRun(run));
		const { status, finishedFlags, activeFlags, startedAt } = names.runNames;
		this.compareNames(
			'run.getAll',
			'runNames.status',
			[...status, ...finishedFlags, ...activeFlags],
			isText,
			remedies.statusField,
			runs,
		);
		this.compareWords(
			'run.getAll',
			'statusWords',
			runs.map((run) => getStatus(run)),
			remedies.statuses,
			(word) => classifyStatus(word) !== 'unknown',
		);
		this.compareNames(
			'run.getAll',
			'runNames.startedAt',
			startedAt,
			isTime,
			remedies.statusField,
			runs,
		);
		const ended = runs.filter((run) => readRunState(run) === 'finished');
		this.compareNames(
			'run.getAll',
			'runNames.endedAt',
			['endedAt', 'endTime', 'finishedAt', 'completedAt'],
			isTime,
			remedies.statusField,
			ended,
		);
		this.compareIdentifier('run.getLogs', 'log', remedies.idField);
		this.compareNames(
			'run.getLogs',
			'logTextNames',
			names.logTextNames,
			isText,
			remedies.request,
			this.records('run.getLogs'),
		);
		this.compareIdentifier('thread.getAll', 'thread');
		this.compareLabel('thread.getAll', 'thread');
		this.compareBody('thread.get', 'thread');
		this.compareIdentifier('message.getAll', 'message', remedies.idField);
	}
}
