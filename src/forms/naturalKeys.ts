/** What people call a record: a key that can stand in place of an ID. */
import type { IDataObject } from 'n8n-workflow';
import { namesOf } from '../api/assumedNames';
import { InputError } from '../api/errors';
import { isEmpty } from '../values/scalars';
import { addressIn, readLabel } from './recordLabels';
import { readTextValue } from './value';

/** A name is compared exactly, and is no number. */
const nameKey = {
	label: 'name',
	pattern: '\\S.*',
	notAnId: '.*[^-+.\\d\\s].*',
	normalize: (text: string) => text,
} as const;

/**
 * The records that a key can name, by the field with their ID: what the key is, the requests, and the
 * codes that they fail with if another execution was faster.
 */
export const naturalKeys = {
	userId: {
		mode: 'email',
		displayName: 'By Email',
		label: 'email address',
		pattern: '\\S+@\\S+',
		placeholder: 'e.g. anna.berg@example.com',
		description: 'Select a user, or enter their email address or ID',
		record: 'User',
		noun: 'user',
		list: 'user.getAll',
		field: 'emailAddress',
		get: 'user.get',
		update: 'user.update',
		notFound: 'user-not-found',
		taken: ['user-already-in-tenant'],
		races: [],
		notAnId: '\\S+@\\S+',
		normalize: (text: string) => text.trim().toLowerCase(),
		inName: addressIn,
	},
	groupId: {
		...nameKey,
		mode: 'name',
		displayName: 'By Name',
		placeholder: 'e.g. Warehouse Stockholm',
		description: 'Select a user group, or enter its name or ID',
		record: 'User Group',
		noun: 'user group',
		list: 'userGroup.getAll',
		field: 'groupName',
		get: 'userGroup.get',
		update: 'userGroup.update',
		notFound: 'user-group-not-found',
		taken: ['group-name-is-unavailable'],
		races: [
			'group-name-is-unavailable',
			'group-already-have-access-to-report',
			'group-already-have-access-to-role',
		],
		inName: (text: string) => text,
	},
	reportId: {
		...nameKey,
		record: 'Report',
		noun: 'report',
		list: 'report.getAll',
		field: 'reportName',
		notFound: 'invalid-input',
	},
} as const;

export type KeyedField = keyof typeof naturalKeys;

/** The pickers that take a key. */
export type KeyedPicker = Exclude<KeyedField, 'reportId'>;

/** The fields of a form whose IDs can be keys. */
const keyedFields: Readonly<Record<string, KeyedField>> = {
	groupIds: 'groupId',
	reportId: 'reportId',
	...Object.fromEntries(namesOf('group.reports').map((name) => [name, 'reportId'] as const)),
};

export function isKeyed(name: string): name is KeyedPicker {
	return name === 'userId' || name === 'groupId';
}

function isAll(pattern: string, text: string): boolean {
	return new RegExp(`^(?:${pattern})$`, 's').test(text);
}

/** What a person calls a record. */
export class NaturalKey<Of extends KeyedField = KeyedField> {
	readonly text: string;

	/** @throws InputError if the value is no key */
	constructor(
		readonly picker: Of,
		value: unknown,
	) {
		const { label, pattern, record } = naturalKeys[picker];
		this.text = readTextValue(record, value)?.trim() ?? '';
		if (this.text === '') throw InputError.empty(record);
		if (isAll(pattern, this.text)) return;
		throw new InputError(
			`${record} "${this.text}" is not an ${label}`,
			`Enter the ${label}. If it comes from an expression, check this item.`,
		);
	}

	/** Equal for all spellings of the key. */
	get normalized(): string {
		return naturalKeys[this.picker].normalize(this.text);
	}
}

/** The key in the value of a picker or of a list; undefined if the value can be an ID. */
function keyInsteadOfId(picker: KeyedField, value: unknown): NaturalKey | undefined {
	if (typeof value !== 'string') return undefined;
	const canBeId = !isAll(naturalKeys[picker].notAnId, value.trim());
	return canBeId ? undefined : new NaturalKey(picker, value);
}

/** A place inside a form where a key stands for an ID. */
interface KeyPlace {
	readonly holder: Record<string, unknown>;
	readonly name: string;
	readonly key: NaturalKey;
}

/** @param field that has the object, if it is a list */
export function findKeys(holder: object, field = ''): KeyPlace[] {
	return Object.entries(holder).flatMap(([name, value]: [string, unknown]) => {
		const owner = Array.isArray(holder) ? field : name;
		if (typeof value === 'object' && value !== null) return findKeys(value, owner);
		const picker = Object.hasOwn(keyedFields, owner) ? keyedFields[owner] : undefined;
		const key = picker && keyInsteadOfId(picker, value);
		return key ? [{ holder: holder as KeyPlace['holder'], name, key }] : [];
	});
}

/**
 * The ID or the key in a picker. An ID belongs to one tenant, so with a Tenant ID in the options, the
 * key is read from the label of the selected entry.
 *
 * @throws InputError if the value is no key, or a key is needed and the label has none
 */
export function readPicked(
	picker: KeyedPicker,
	{ mode, value, cachedResultName }: IDataObject,
	hasTenantId: boolean,
): unknown {
	const { displayName, inName, label, mode: keyMode, noun, record } = naturalKeys[picker];
	if (mode === keyMode) return new NaturalKey(picker, value);
	const key = keyInsteadOfId(picker, value);
	if (key || mode !== 'list' || !hasTenantId || isEmpty(value)) return key ?? value;
	const text = inName(readLabel(String(cachedResultName ?? '')));
	if (!isEmpty(text)) return new NaturalKey(picker, text);
	throw new InputError(
		`The ${label} of the selected ${noun} is unknown`,
		`Use '${displayName}' for '${record}'. IDs differ between tenants, so with 'Tenant ID' in the options, the node finds the ${noun} by ${label}.`,
	);
}
