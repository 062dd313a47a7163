/** What people call a record: a key that can stand in place of an ID. */
import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { parseAddress } from '../values/addresses';
import { isEmpty, showValue, wholeNumber } from '../values/scalars';
import { comparableAddress, comparableText, isBlank } from '../values/texts';
import { addressIn, readLabel } from './recordLabels';
import { readTextValue } from './value';

/** A longer text is a mistake, such as a whole file. */
const maxNameCharacters = 1000;

/** An ID is a whole number as JSON writes it. Any other text is a name, such as "2.000" or "007". */
const nameKey = {
	label: 'name',
	howToEnter: `Enter one name of at most ${maxNameCharacters} characters.`,
	/** What the editor accepts as a key. */
	pattern: '[^]*\\S[^]*',
	/** What the editor accepts as a key in 'By ID'. */
	notAnId: '(?!\\s*-?(?:0|[1-9]\\d*)\\s*$)[^]*\\S[^]*',
	canBeId: (text: string) => wholeNumber.test(text),
	/** The key in a text; undefined if it is none. */
	read: (text: string) => (text.length > maxNameCharacters || isBlank(text) ? undefined : text),
	/** Equal for the texts that name the same record. */
	compared: comparableText,
	/** Whether a field with this text can have the key. */
	canBeKey: (text: string) => !isBlank(text),
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
		howToEnter: 'Enter one address, for example "anna.berg@example.com".',
		pattern: '[^@]*@[^]*',
		notAnId: '[^@]*@[^]*',
		canBeId: (text: string) => !text.includes('@'),
		read: parseAddress,
		compared: comparableAddress,
		canBeKey: (text: string) => text.includes('@'),
		placeholder: 'e.g. anna.berg@example.com',
		description: 'Select a user, or enter their email address or ID',
		record: 'User',
		noun: 'user',
		list: 'user.getAll',
		field: 'user.emailAddress',
		get: 'user.get',
		update: 'user.update',
		notFound: 'user-not-found',
		taken: ['user-already-in-tenant'],
		races: [],
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
		field: 'group.groupName',
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
		field: 'report.reportName',
		notFound: 'invalid-input',
	},
} as const;

export type KeyedField = keyof typeof naturalKeys;

/** The pickers that take a key. */
export type KeyedPicker = Exclude<KeyedField, 'reportId'>;

export function isKeyed(name: string): name is KeyedPicker {
	return name === 'userId' || name === 'groupId';
}

/** What a person calls a record. */
export class NaturalKey<Of extends KeyedField = KeyedField> {
	readonly text: string;

	/** @throws InputError if the value is no key */
	constructor(
		readonly picker: Of,
		value: unknown,
	) {
		const { howToEnter, label, read, record } = naturalKeys[picker];
		const given = readTextValue(record, value) ?? '';
		if (given === '') throw InputError.empty(record);
		// Another record may have the same name without a space at an end.
		const text = read(typeof value === 'string' ? value : given);
		if (text === undefined) {
			throw new InputError(
				`${record} "${showValue(given)}" is not a valid ${label}`,
				`${howToEnter} If it comes from an expression, check this item.`,
			);
		}
		this.text = text;
	}

	/** Equal for all spellings of the key. */
	get compared(): string {
		return naturalKeys[this.picker].compared(this.text);
	}
}

/** The key in the value of a picker or of a list; undefined if the value can be an ID. */
export function keyInsteadOfId(picker: KeyedField, value: unknown): NaturalKey | undefined {
	if (typeof value !== 'string' || isEmpty(value)) return undefined;
	return naturalKeys[picker].canBeId(value.trim()) ? undefined : new NaturalKey(picker, value);
}

/**
 * The ID or the key in a picker. An ID belongs to one tenant, so with a Tenant ID in the options, the
 * key is read from the label of the selected entry. An expression may have replaced the selected ID,
 * so its label shows nothing.
 *
 * @throws InputError if the value is no key, or a key is needed and the label has none
 */
export function readPicked(
	picker: KeyedPicker,
	{ mode, value, cachedResultName }: IDataObject,
	{ hasTenantId, isExpression }: Readonly<Record<'hasTenantId' | 'isExpression', boolean>>,
): unknown {
	const { displayName, inName, label, mode: keyMode, noun, record } = naturalKeys[picker];
	if (mode === keyMode) return new NaturalKey(picker, value);
	const key = keyInsteadOfId(picker, value);
	if (key || mode !== 'list' || !hasTenantId || isEmpty(value)) return key ?? value;
	if (isExpression) {
		throw new InputError(
			`'${record}' is an expression in 'From List', and 'Tenant ID' is set`,
			`Use 'By ID' or '${displayName}' for '${record}'. IDs differ between tenants.`,
		);
	}
	const text = inName(readLabel(String(cachedResultName ?? '')));
	if (!isEmpty(text)) return new NaturalKey(picker, text);
	throw new InputError(
		`The ${label} of the selected ${noun} is unknown`,
		`Use '${displayName}' for '${record}'. IDs differ between tenants, so with 'Tenant ID' in the options, the node finds the ${noun} by ${label}.`,
	);
}
