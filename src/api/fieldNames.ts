/**
 * Translates between the names of the nodes and those of a service: 'Field Names (JSON)' of the
 * credential. This file is the only one that knows how a name becomes another.
 *
 * Out: the client renames the fields of a body. What 'Other Fields (JSON)' has is sent as written.
 *
 * In: the client gives the nodes each record with its fields under the nodes' names as well, so
 * every reader, such as a picker or a trigger, reads the names that it knows. The record carries
 * what was received, under a symbol that copies keep and JSON omits. Where an item leaves the
 * package, {@link asReceived} puts that back. This way no reader has to pass names around, and no
 * item shows a name that the service didn't send.
 */
import type { IDataObject } from 'n8n-workflow';
import { getValue, isRecord } from '../values/jsonObject';
import { findNearest } from '../values/nearest';
import { type NameKey, nameKeys, namesOf, type OptionKey, optionKeys } from './assumedNames';
import { InputError } from './errors';
import type { Operation, OperationId } from './operations';

/** The keys whose value may be a list of texts. */
const listKeys: readonly string[] = ['answer.events', 'run.finishedStatuses'];

const fieldNameKeys: readonly string[] = [...nameKeys, ...Object.keys(optionKeys)];

export const fieldNamesLabel = 'Field Names (JSON)';

export type FieldNameEntries = Readonly<Record<string, string | readonly string[]>>;

/** The record that a resource's operations send and return. */
const resourceRecords: Readonly<Record<string, string>> = {
	connectedTenant: 'tenant',
	journal: 'period',
	member: 'user',
	userGroup: 'group',
};

/** Operations that return another record than their resource. */
const returnedRecords: Partial<Record<OperationId, string>> = {
	'assignment.abort': 'run',
	'assignment.run': 'run',
	'run.getLogs': 'log',
	'user.checkAvailability': 'availability',
};

/** Operations that send another record than their resource, or one that the specification shows. */
const sentRecords: Partial<Record<OperationId, string>> = {
	'thread.create': 'message',
	'user.checkAvailability': 'availability',
	'userGroup.update': 'as shown',
};

/** The records in a list inside another record. */
const innerRecords: Readonly<Record<string, string>> = { assignment: 'run', period: 'journal' };

/** How deep a record may be inside wrapper records. */
const maxDepth = 3;

/** What was received, and what the nodes got of it. */
const origin = Symbol('received');

/** The names in a body that are sent as written. */
const written = Symbol('written');

interface Origin {
	readonly received: IDataObject;
	readonly translated: IDataObject;
}

/** A translated value, and whether a field of an entry was found in it. */
interface Translation {
	readonly value: unknown;
	readonly isFound: boolean;
}

type WithOrigin = IDataObject & { [origin]?: Origin };

type WithWritten = object & { [written]?: readonly string[] };

function recordOf(operation: Operation, others: Partial<Record<OperationId, string>>): string {
	if (typeof operation !== 'string') return '';
	const resource = operation.split('.')[0] ?? '';
	return others[operation] ?? resourceRecords[resource] ?? resource;
}

/** The record of an operation's response, as keys of 'Field Names (JSON)' begin. */
export function returnedRecordOf(operation: Operation): string {
	return recordOf(operation, returnedRecords);
}

/** The value at a path; through a list, the values of its entries. */
export function valueAt(value: unknown, path: string): unknown {
	if (isRecord(value) && Object.hasOwn(value, path)) return value[path];
	let found: unknown = value;
	for (const name of path.split('.')) {
		if (Array.isArray(found)) {
			found = found.map((entry) => (isRecord(entry) ? entry[name] : undefined));
		} else if (isRecord(found) && Object.hasOwn(found, name)) {
			found = found[name];
		} else return undefined;
	}
	return found;
}

/** A copy of a record without the field at a path. */
function without(record: IDataObject, path: string): IDataObject {
	const [name = '', ...rest] = Object.hasOwn(record, path) ? [path] : path.split('.');
	const { [name]: inner, ...others } = record;
	const kept = rest.length > 0 && isRecord(inner) ? without(inner, rest.join('.')) : {};
	return Object.keys(kept).length > 0 ? { ...record, [name]: kept } : others;
}

/** A body with fields that are sent as they are written. */
export function withWritten(body: IDataObject, fields: IDataObject): IDataObject {
	const all: IDataObject & WithWritten = { ...body, ...fields };
	all[written] = Object.keys(fields);
	return all;
}

/** An item with its records as the service sent them, and with what a node added. */
function asReceived(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(asReceived);
	if (!isRecord(value)) return value;
	const source = (value as WithOrigin)[origin];
	if (source === undefined) {
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [name, asReceived(inner)]),
		);
	}
	const { received, translated } = source;
	const kept = Object.entries(received).filter(
		([name]) => !Object.hasOwn(translated, name) || Object.hasOwn(value, name),
	);
	const added = Object.entries(value)
		.filter(([name, inner]) => !Object.hasOwn(translated, name) || translated[name] !== inner)
		.map(([name, inner]) => [name, asReceived(inner)]);
	return { ...Object.fromEntries(kept), ...Object.fromEntries(added) };
}

/** As {@link asReceived}, for one record. */
export function receivedRecord(record: IDataObject): IDataObject {
	return asReceived(record) as IDataObject;
}

/** The value at a path that a user set in an option, which wins over 'Field Names'. */
export function valueSetByUser(record: IDataObject, path: string): unknown {
	return getValue((record as WithOrigin)[origin]?.received ?? record, path);
}

/** The names of one service, by 'Field Names (JSON)' of a credential. */
export class FieldNames {
	/** The entries of each record: the nodes' names and those of the service. */
	private readonly records = new Map<string, Map<string, string>>();

	/** @throws InputError if an entry has an unknown key, or no name */
	constructor(readonly entries: FieldNameEntries = {}) {
		for (const key of nameKeys) {
			const name = entries[key];
			if (typeof name !== 'string') continue;
			const [record = ''] = key.split('.');
			const names = this.records.get(record) ?? new Map<string, string>();
			this.records.set(record, names.set(namesOf(key)[0], name));
		}
	}

	get isEmpty(): boolean {
		return this.records.size === 0;
	}

	/** The name or path of a field in the service's records, if the user set it. */
	nameOf(key: NameKey): string | undefined {
		const name = this.entries[key];
		return typeof name === 'string' ? name : undefined;
	}

	/** The default of an option, as the option stores it. */
	option(key: OptionKey): string | undefined {
		const value = this.entries[key];
		return typeof value === 'object' ? value.join(', ') : value;
	}

	/** The body of an operation under the names of the service. */
	toService(operation: Operation, body: object): object {
		const names = this.records.get(recordOf(operation, sentRecords));
		if (names === undefined) return body;
		const asWritten = (body as WithWritten)[written] ?? [];
		const renamed: Record<string, unknown> = {};
		for (const [name, value] of Object.entries(body)) {
			const other = names.get(name);
			const isKept = asWritten.includes(name) || other === undefined || other.includes('.');
			const sent = isKept ? name : other;
			if (sent === name || !asWritten.includes(sent)) renamed[sent] = value;
		}
		return renamed;
	}

	/** The body of a response, with its records also under the names of the nodes. */
	toNodes(operation: Operation, body: unknown): unknown {
		if (this.isEmpty) return body;
		return this.translate(returnedRecordOf(operation), body).value;
	}

	/** A record that a user typed, in the names of the service or of the nodes. */
	fromUser(record: string, written: IDataObject): IDataObject {
		let own = written;
		for (const [name, path] of this.records.get(record) ?? []) {
			const value = valueAt(written, path) as IDataObject[string];
			if (value !== undefined) own = { ...without(own, path), [name]: value };
		}
		return own;
	}

	private translate(record: string, value: unknown, depth = 0): Translation {
		if (Array.isArray(value)) {
			const entries = value.map((entry: unknown) => this.translate(record, entry, depth));
			return {
				value: entries.map((entry) => entry.value),
				isFound: entries.some(({ isFound }) => isFound),
			};
		}
		if (!isRecord(value)) return { value, isFound: false };
		const isFound = this.hasField(record, value);
		if (!isFound && depth < maxDepth) {
			const inside = Object.entries(value).map(([name, inner]) => ({
				name,
				...this.translate(record, inner, depth + 1),
			}));
			if (inside.some((each) => each.isFound)) {
				const entries = inside.map((each) => [each.name, each.value] as const);
				return { value: Object.fromEntries(entries), isFound: true };
			}
		}
		return { value: this.translateRecord(record, value), isFound };
	}

	/** Whether an object is a record with an entry's field, and not a wrapper around it. */
	private hasField(record: string, value: IDataObject): boolean {
		const paths = [...(this.records.get(record)?.values() ?? [])];
		const hasPath = paths.some((path) => valueAt(value, path) !== undefined);
		return hasPath || findInnerList(record, value) !== undefined;
	}

	private translateRecord(record: string, received: IDataObject): IDataObject {
		let translated: WithOrigin = { ...received };
		for (const [name, path] of this.records.get(record) ?? []) {
			const value = valueAt(received, path) as IDataObject[string];
			// A journal has the fields of its period, but not its list.
			if (record === 'period') translated = without(translated, path);
			// Only the user's name is read, so none of those that the nodes assume.
			for (const assumed of assumedFor(record, name)) delete translated[assumed];
			if (value !== undefined) translated[name] = value;
		}
		const list = findInnerList(record, translated);
		if (list !== undefined) {
			const inner = this.translate(innerRecords[record] ?? '', translated[list], maxDepth);
			translated[list] = inner.value as IDataObject[string];
		}
		translated[origin] = { received, translated: { ...translated } };
		return translated;
	}
}

/** The assumed names of a field, without those of other fields of the record. */
function assumedFor(record: string, name: string): string[] {
	const keys = nameKeys.filter((key) => key.startsWith(`${record}.`));
	const others = keys.map((key) => namesOf(key)[0]).filter((each) => each !== name);
	const own = keys.find((key) => namesOf(key)[0] === name);
	return own === undefined ? [] : namesOf(own).filter((each) => !others.includes(each));
}

/** The name of the list of other records inside a record. */
function findInnerList(record: string, value: IDataObject): string | undefined {
	if (innerRecords[record] === undefined) return undefined;
	const names = record === 'period' ? namesOf('period.journals') : ['runs'];
	return names.find((name) => Array.isArray(value[name]));
}

const example = '{ "user.active": "isActive" }';

function refusal(problem: string, remedy: string): InputError {
	return new InputError(`'${fieldNamesLabel}' in the credential ${problem}`, remedy);
}

/** Names with dots in between, none of them empty or with spaces around it. */
function isPath(value: unknown): boolean {
	if (typeof value !== 'string') return false;
	return value.split('.').every((name) => name !== '' && name === name.trim());
}

function isWord(value: unknown): boolean {
	return typeof value === 'string' && value.trim() !== '';
}

function isUsable(key: string, value: unknown): boolean {
	const isListKey = listKeys.includes(key);
	if (isListKey && Array.isArray(value)) return value.length > 0 && value.every(isWord);
	return isListKey || key === 'answer.finalEvent' ? isWord(value) : isPath(value);
}

function assertEntry(key: string, value: unknown): void {
	if (!fieldNameKeys.includes(key)) {
		throw refusal(
			`has the unknown key "${key}"`,
			`Use "${findNearest(key, fieldNameKeys)}" instead, or remove "${key}".`,
		);
	}
	if (isUsable(key, value)) return;
	const wanted = listKeys.includes(key) ? 'a list of words' : 'a name, or a path with dots';
	throw refusal(`has no usable value for "${key}"`, `Enter ${wanted}, or remove "${key}".`);
}

/**
 * Reads 'Field Names (JSON)' of a credential.
 *
 * @throws InputError if it is no JSON object of names, or has an unknown key
 */
export function readFieldNames(value: unknown): FieldNames {
	if (value === undefined || value === null || value === '') return new FieldNames();
	let entries: unknown = value;
	try {
		if (typeof value === 'string') entries = JSON.parse(value);
	} catch {
		throw refusal("isn't valid JSON", `Enter a JSON object of names, for example ${example}.`);
	}
	if (!isRecord(entries)) {
		throw refusal("isn't a JSON object", `Enter a JSON object of names, for example ${example}.`);
	}
	for (const [key, name] of Object.entries(entries)) assertEntry(key, name);
	return new FieldNames(entries as FieldNameEntries);
}
