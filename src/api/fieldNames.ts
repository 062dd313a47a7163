/**
 * Translates between the names of the nodes and those of a service: 'Field Names (JSON)' of the
 * credential. This file is the only one that knows how a name becomes another.
 *
 * Out: the client renames the fields of a body. What 'Other Fields (JSON)' has is sent as written.
 *
 * In: the client gives the nodes each record with its fields under the nodes' names as well, so
 * every reader, such as a picker or a trigger, reads the names that it knows. The record carries
 * what was received, under a symbol that copies keep and JSON omits. Where an item leaves the
 * package, {@link receivedRecord} puts that back. This way no reader has to pass names around, and no
 * item shows a name that the service didn't send.
 */
import type { IDataObject } from 'n8n-workflow';
import { getValue, isRecord } from '../values/jsonObject';
import { type NameKey, nameKeys, namesOf, type OptionKey, type RecordName } from './assumedNames';
import type { Operation } from './operations';

export const fieldNamesLabel = 'Field Names (JSON)';

export type FieldNameEntries = Readonly<Record<string, string | readonly string[]>>;

/** The record of a resource's operations, or of one of them, if it isn't called as its resource. */
const recordNames: Readonly<Record<string, RecordName>> = {
	connectedTenant: 'tenant',
	journal: 'period',
	member: 'user',
	userGroup: 'group',
	'assignment.abort': 'run',
	'assignment.run': 'run',
	'run.getLogs': 'log',
	'thread.create': 'message',
	'user.checkAvailability': 'availability',
};

/** How deep a record may be inside wrapper records. */
const maxDepth = 3;

/** What was received, and what the nodes got of it. */
const origin = Symbol('received');

/** The names in a body that are sent as written. */
const written = Symbol('written');

/** An entry of 'Field Names' for a field of a record. */
interface FieldEntry {
	/** The nodes' name. */
	readonly own: string;
	/** The service's name, or a path to it. */
	readonly path: string;
	/** The names under which the nodes would read it, without those of other fields. */
	readonly assumed: readonly string[];
}

type WithOrigin = IDataObject & { [origin]?: Record<'received' | 'translated', IDataObject> };

type WithWritten = object & { [written]?: readonly string[] };

/** The record of an operation, as keys of 'Field Names (JSON)' begin. */
export function recordOf(operation: Operation): RecordName {
	if (typeof operation !== 'string') return '';
	const [resource = ''] = operation.split('.');
	return recordNames[operation] ?? recordNames[resource] ?? (resource as RecordName);
}

/** The value at a path; through a list, the values of its entries. */
export function valueAt(value: unknown, path: string): unknown {
	return getValue(value, path, true);
}

/** A copy of a record without the field at a path. */
export function without(record: IDataObject, path: string): IDataObject {
	const [name = '', ...rest] = Object.hasOwn(record, path) ? [path] : path.split('.');
	const { [name]: inner, ...others } = record;
	const kept = rest.length > 0 && isRecord(inner) ? without(inner, rest.join('.')) : {};
	return Object.keys(kept).length > 0 ? { ...record, [name]: kept } : others;
}

/** Some fields of a body. Those that are sent as they are written still are. */
export function pickFields(body: IDataObject, names: readonly string[]): IDataObject {
	const picked: IDataObject & WithWritten = {};
	for (const name of names) picked[name] = body[name];
	picked[written] = (body as WithWritten)[written];
	return picked;
}

function mapValues(record: IDataObject, map: (value: unknown) => unknown): IDataObject {
	const entries = Object.entries(record).map(([name, value]) => [name, map(value)] as const);
	return Object.fromEntries(entries) as IDataObject;
}

function asReceived(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(asReceived);
	return isRecord(value) ? receivedRecord(value) : value;
}

/** An item with its records as the service sent them, and with what a node added. */
export function receivedRecord(record: IDataObject): IDataObject {
	const source = (record as WithOrigin)[origin];
	if (source === undefined) return mapValues(record, asReceived);
	const { received, translated } = source;
	const kept = Object.entries(received).filter(
		([name]) => !Object.hasOwn(translated, name) || Object.hasOwn(record, name),
	);
	const added = Object.entries(record).filter(
		([name, inner]) => !Object.hasOwn(translated, name) || translated[name] !== inner,
	);
	return { ...Object.fromEntries(kept), ...mapValues(Object.fromEntries(added), asReceived) };
}

/** The value at a path that a user set in an option, which wins over 'Field Names'. */
export function valueSetByUser(record: IDataObject, path: string): unknown {
	return getValue((record as WithOrigin)[origin]?.received ?? record, path);
}

/** The names of one service, by 'Field Names (JSON)' of a credential. */
export class FieldNames {
	/** The entries of each record. */
	private readonly records = new Map<string, FieldEntry[]>();

	/** @throws InputError if an entry has an unknown key, or no name */
	constructor(readonly entries: FieldNameEntries = {}) {
		for (const key of nameKeys) {
			const path = this.entry(key);
			if (path === undefined) continue;
			const [record = ''] = key.split('.');
			const [own] = namesOf(key);
			const entry = { own, path, assumed: assumedFor(record, key) };
			this.records.set(record, [...this.entriesOf(record), entry]);
		}
	}

	get isEmpty(): boolean {
		return this.records.size === 0;
	}

	/** The name or path that the user set for a field, or the default of an option as it is stored. */
	entry(key: NameKey | OptionKey): string | undefined {
		const value = this.entries[key];
		return typeof value === 'object' ? value.join(', ') : value;
	}

	/** The body of an operation under the names of the service. */
	toService(operation: Operation, body: object): object {
		// The specification shows the body of this one.
		const entries = operation === 'userGroup.update' ? [] : this.entriesOf(recordOf(operation));
		if (entries.length === 0) return body;
		const asWritten = (body as WithWritten)[written] ?? [];
		const sentName = (name: string): string => {
			const path = entries.find(({ own }) => own === name)?.path;
			const isKept = path === undefined || path.includes('.') || asWritten.includes(name);
			return isKept ? name : path;
		};
		const renamed: Record<string, unknown> = {};
		for (const [name, value] of Object.entries(body)) {
			const sent = sentName(name);
			if (sent === name || !asWritten.includes(sent)) renamed[sent] = value;
		}
		return renamed;
	}

	/** The fields of a form with 'Other Fields (JSON)', which win and are sent as they are written. */
	withOthers(operation: Operation, fields: IDataObject, others: IDataObject): IDataObject {
		const overridden = Object.keys(fields).filter((name) => Object.hasOwn(others, name));
		// Under another name, the form's value is sent besides.
		const renamed = this.toService(operation, pickFields(fields, overridden));
		const asWritten = { ...renamed, ...others };
		const body: IDataObject & WithWritten = { ...fields, ...asWritten };
		body[written] = Object.keys(asWritten);
		return body;
	}

	/** The body of a response, with its records also under the names of the nodes. */
	toNodes(operation: Operation, body: unknown): unknown {
		return this.isEmpty ? body : this.translate(recordOf(operation), body);
	}

	/** A record that a user typed, in the names of the service or of the nodes. */
	fromUser(record: string, typed: IDataObject): IDataObject {
		let translated = typed;
		for (const { own, path } of this.entriesOf(record)) {
			const value = valueAt(typed, path) as IDataObject[string];
			if (value !== undefined) translated = { ...without(translated, path), [own]: value };
		}
		return translated;
	}

	private entriesOf(record: string): readonly FieldEntry[] {
		return this.records.get(record) ?? [];
	}

	private translate(record: string, value: unknown, depth = 0): unknown {
		if (Array.isArray(value)) {
			return value.map((entry: unknown) => this.translate(record, entry, depth));
		}
		if (!isRecord(value)) return value;
		const isWrapper = !this.hasField(record, value) && this.contains(record, value, depth);
		if (!isWrapper) return this.translateRecord(record, value);
		return mapValues(value, (inner) => this.translate(record, inner, depth + 1));
	}

	/** Whether an object is a record with an entry's field, and not a wrapper around it. */
	private hasField(record: string, value: IDataObject): boolean {
		const hasPath = this.entriesOf(record).some(({ path }) => valueAt(value, path) !== undefined);
		return hasPath || findJournals(record, value) !== undefined;
	}

	/** Whether a value is such a record, or has one inside. */
	private contains(record: string, value: unknown, depth: number): boolean {
		if (Array.isArray(value)) return value.some((entry) => this.contains(record, entry, depth));
		if (!isRecord(value)) return false;
		if (this.hasField(record, value)) return true;
		if (depth >= maxDepth) return false;
		return Object.values(value).some((inner) => this.contains(record, inner, depth + 1));
	}

	private translateRecord(record: string, received: IDataObject): IDataObject {
		let translated: WithOrigin = { ...received };
		for (const { own, path, assumed } of this.entriesOf(record)) {
			const value = valueAt(received, path) as IDataObject[string];
			// A journal has the fields of its period, but not its list.
			if (record === 'period') translated = without(translated, path);
			// Only the user's name is read, so none of those that the nodes assume.
			for (const name of assumed) delete translated[name];
			if (value !== undefined) translated[own] = value;
		}
		const list = findJournals(record, translated);
		if (list !== undefined) {
			const journals = this.translate('journal', translated[list], maxDepth);
			translated[list] = journals as IDataObject[string];
		}
		translated[origin] = { received, translated: { ...translated } };
		return translated;
	}
}

/** The assumed names of a field, without the nodes' names of other fields of the record. */
function assumedFor(record: string, key: NameKey): string[] {
	const others = nameKeys.filter((other) => other.startsWith(`${record}.`) && other !== key);
	return namesOf(key).filter((name) => others.every((other) => namesOf(other)[0] !== name));
}

/** The name of the list of journals inside a period. */
function findJournals(record: string, value: IDataObject): string | undefined {
	if (record !== 'period') return undefined;
	return namesOf('period.journals').find((name) => Array.isArray(value[name]));
}
