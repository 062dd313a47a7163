/**
 * 'Field Names (JSON)' of the credential: what the service calls the fields that the nodes name. This
 * file is the only one that knows how a name becomes another.
 *
 * Out: the reader of a form renames the fields of a body, before it adds 'Other Fields (JSON)'.
 *
 * In: records stay as the service sent them. Whoever reads a field takes {@link FieldNames.toNodes}, a
 * copy of the record with the nodes' names. To compare all that a record has with what a user wrote, both
 * take {@link FieldNames.rename}.
 */
import type { IDataObject } from 'n8n-workflow';
import { comparisonKey } from '../values/comparison';
import { firstValue, getValue, isIdentifier, without } from '../values/jsonObject';
import { isEmpty } from '../values/scalars';
import {
	assumedNames,
	fieldNamesLabel,
	identifierNamesOf,
	keysOf,
	type NameKey,
	nameKeys,
	namesOf,
	ownNamesOf,
	type RecordName,
} from './assumedNames';
import { InputError } from './errors';
import type { Operation } from './operations';

/** Where a user enters names, and the JSON to enter. */
export const entriesToPaste = (entries: Readonly<Record<string, unknown>>) =>
	`'${fieldNamesLabel}' in the credential: ${JSON.stringify(entries)}`;

export type FieldNameEntries = Readonly<Record<string, string | readonly string[]>>;

/** The record of a resource or of an operation, if it has another name than the resource. */
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

/** An entry of 'Field Names' for a field of a record. */
interface FieldEntry {
	/** The nodes' name. */
	readonly own: string;
	/** The service's name, or a path to it. */
	readonly path: string;
	/** The names under which the nodes would read it, without those of other fields. */
	readonly assumed: readonly string[];
	readonly isSent: boolean;
}

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

/** The names of one service, by 'Field Names (JSON)' of a credential. */
export class FieldNames {
	/** The entries of each record. */
	private readonly records = new Map<string, FieldEntry[]>();

	/** @param entries as `readFieldNames.ts` has checked them */
	constructor(readonly entries: FieldNameEntries = {}) {
		for (const key of nameKeys) {
			const path = this.entry(key);
			if (path === undefined) continue;
			const [record = ''] = key.split('.') as [RecordName];
			const [own] = namesOf(key);
			const others = ownNamesOf(record).filter((name) => name !== own);
			const assumed = namesOf(key).filter((name) => !others.includes(name));
			const entry = { own, path, assumed, isSent: assumedNames[key].isSent === true };
			this.records.set(record, [...this.entriesOf(record), entry]);
		}
	}

	/** The name or path that the user set for a field. */
	entry(key: NameKey): string | undefined {
		return this.entries[key] as string | undefined;
	}

	/** The name under which a field of a record is sent: a path with dots is only read. */
	sentName(record: RecordName, own: string): string {
		const path = this.entriesOf(record).find((entry) => entry.own === own)?.path;
		return path === undefined || path.includes('.') ? own : path;
	}

	/**
	 * The fields of a form under the names of the service.
	 *
	 * @throws InputError if the name of one is that of another field, which it would overwrite
	 */
	toService(record: RecordName, fields: IDataObject): IDataObject {
		const named = Object.entries(fields).map(([own, value]) => {
			const name = this.sentName(record, own);
			const other = this.entriesOf(record).find(
				(entry) => entry.isSent && entry.path === name && entry.own !== own,
			);
			if (other) throw sameName(`${record}.${own}`, `${record}.${other.own}`, name);
			return [name, value] as const;
		});
		return Object.fromEntries(named);
	}

	/** A copy of a record that has its fields also under the names of the nodes. */
	toNodes(record: RecordName, received: IDataObject): IDataObject {
		const named = { ...received };
		for (const { own, path, assumed } of this.entriesOf(record)) {
			const value = valueAt(received, path) as IDataObject[string];
			// Only the user's name is read, so none of those that the nodes assume.
			for (const name of assumed) delete named[name];
			if (value !== undefined) named[own] = value;
		}
		return named;
	}

	/** The ID of a record as the service writes it; undefined if it isn't known. */
	identifierValueOf(record: RecordName, received: IDataObject): string | number | undefined {
		return firstValue(this.toNodes(record, received), identifierNamesOf(record));
	}

	/** @param idField set by the user: a name, or a path with dots */
	identifierOf(record: RecordName, received: IDataObject, idField = ''): string | undefined {
		const value =
			idField === '' ? this.identifierValueOf(record, received) : getValue(received, idField);
		return isIdentifier(value) ? String(value) : undefined;
	}

	/** A copy of a record that has each field under the name under which a body has it. */
	toBody(record: RecordName, received: IDataObject): IDataObject {
		const shown = { ...received };
		for (const { own, path } of this.entriesOf(record)) {
			if (path.includes('.')) shown[own] = valueAt(received, path) as IDataObject[string];
		}
		return shown;
	}

	/**
	 * A copy of a record with the nodes' names in place of those of the service.
	 *
	 * @param typedIn field of the form in which a user wrote the record, who may use both names
	 * @throws InputError if the user gave a field two values
	 */
	rename(record: string, received: IDataObject, typedIn?: string): IDataObject {
		let renamed = received;
		for (const key of keysOf(record)) {
			const [own] = namesOf(key);
			const entry = this.entry(key);
			const path = entry ?? shownName(received, namesOf(key));
			const list = pathToList(received, path);
			let value = valueAt(received, path);
			// The service's own name of the field hides what it calls by the name of the nodes.
			if (value === undefined && (typedIn !== undefined || entry === undefined)) continue;
			if (typedIn !== undefined) {
				value = withOwnEntries(getValue(received, list), value);
				const isInside = path.startsWith(`${own}.`);
				if (!isInside && isOther(received[own], value)) throw twoValues(typedIn, key, path);
			}
			renamed = { ...without(renamed, list), [own]: value as IDataObject[string] };
		}
		return renamed;
	}

	private entriesOf(record: string): readonly FieldEntry[] {
		return this.records.get(record) ?? [];
	}
}

/** The part of a path that leads to a list, as its entries may have more than what the path reads. */
function pathToList(record: IDataObject, path: string): string {
	const names = path.split('.');
	const parts = names.map((_name, index) => names.slice(0, index + 1).join('.'));
	return parts.find((part) => Array.isArray(getValue(record, part))) ?? path;
}

/** The values at a path through a list. An entry without the path, as the nodes write it, stays whole. */
function withOwnEntries(entries: unknown, values: unknown): unknown {
	if (!Array.isArray(entries) || !Array.isArray(values)) return values;
	return values.map(
		(value: unknown, index) => (value === undefined ? entries[index] : value) as unknown,
	);
}

function sameName(one: string, other: string, name: string): InputError {
	return new InputError(
		`'${fieldNamesLabel}' in the credential has the name "${name}" for "${one}" and "${other}"`,
		`Correct '${fieldNamesLabel}', or remove the value for "${one}".`,
	);
}

const isOther = (one: unknown, other: unknown) =>
	!isEmpty(one) && comparisonKey(one) !== comparisonKey(other);

function twoValues(typedIn: string, key: NameKey, path: string): InputError {
	return new InputError(
		`${typedIn} has "${namesOf(key)[0]}" and "${path}", which are the same field`,
		`Remove one of them. In '${fieldNamesLabel}' of the credential, "${path}" is the name of "${key}".`,
	);
}

/** The likeliest name under which a record has a field, maybe as null. */
function shownName(record: IDataObject, names: readonly [string, ...string[]]): string {
	const shown = names.filter((name) => record[name] !== undefined);
	return shown.find((name) => record[name] !== null) ?? shown[0] ?? names[0];
}
