/** Reads a record back after a change that the service confirmed without a body. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { ServiceError } from '../api/errors';
import type { OperationId } from '../api/operations';
import { booleanParameter } from '../forms/parameters';
import { parseResponse, writeJson } from '../values/json';
import { isRecord } from '../values/jsonObject';
import { compareValues, type Comparison, findEntry } from './compareValues';
import type { ItemContext, Verification } from './operation';

/** The path parameters of a record, by their names. */
type RecordPath = Readonly<Record<string, string | number>>;

/** A body with its numbers as an item shows them. As written, they have a mark that no record has. */
export function plain(body: IDataObject): IDataObject {
	return parseResponse(writeJson(body)) as IDataObject;
}

/** What a message shows of a value, at most. */
const maxCharacters = 200;

/**
 * Fields that the item of a verified change has in addition. `notVerified` names the fields that the
 * record doesn't show, or shows in a form that can't be compared.
 */
export const verifyOutput = { verified: 'boolean', notVerified: 'string[]' } as const;

export function verifyOption(defaultOn: boolean): INodeProperties {
	return booleanParameter(
		'verify',
		'Whether to read the record after the change and compare it with the values you set. Needs one more request.',
		defaultOn,
	);
}

/**
 * Compares a record with the update that was sent. It never sends the update again.
 *
 * @param path of the record
 * @param body of the update
 * @returns the record that was read, and what the item states: `verified: false` if a field isn't shown,
 *   or the record can't be read
 * @throws ServiceError with the code `not-applied` if a field has another value
 */
export async function verifyChange(
	item: ItemContext,
	path: RecordPath,
	verification: Verification,
	body: IDataObject = {},
) {
	const record = await readBack(item, verification.get, path);
	const fields = compareWithRecord(body, record, verification);
	const differences = fields.flatMap(({ comparison, difference }) =>
		comparison === 'different' ? difference : [],
	);
	if (differences.length > 0) throw notApplied(differences.join(', and '), path);
	const unknown = fields.filter(({ comparison }) => comparison === 'unknown');
	const notVerified = [...new Set(unknown.map(({ name }) => name))];
	if (record === undefined) return { fields: { verified: false, notVerified } };
	if (notVerified.length === 0) return { fields: { verified: true }, record };
	item.hint(
		`The change could not be verified for ${notVerified.join(', ')}, because the record doesn't show these values.`,
	);
	return { fields: { verified: false, notVerified }, record };
}

/** Undefined if the record can't be read. Then the change still stands. */
async function readBack(item: ItemContext, get: OperationId, path: RecordPath) {
	const response = await item.service.request(get, { path }).catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		item.hint(
			`The change was made but could not be verified: ${error.message}. ${error.description}`,
			'warning',
		);
	});
	return response?.record;
}

function notApplied(differences: string, path: RecordPath): ServiceError {
	return new ServiceError(
		{
			message: `The service confirmed the update, but ${differences}`,
			description:
				"Check on your platform whether this field can be changed. To skip this check, turn off 'Verify' in Options.",
			errorCode: 'not-applied',
		},
		{ ...path },
	);
}

/** The fields of a body, and the entries of its change-sets, with what the record shows of each. */
function compareWithRecord(
	body: IDataObject,
	response: IDataObject | undefined,
	{ lists = [], read }: Verification,
) {
	const record = response ? (read?.(response) ?? response) : {};
	// Makes differences such as `firstName is "Anne" instead of "Anna"`.
	const field = (name: string, comparison: Comparison, problem: string) => ({
		name,
		comparison,
		difference: `${name} is ${shorten(record[name])} ${problem}`,
	});
	const sent = plain(body);
	const values = Object.entries(sent).filter(([name]) => !lists.includes(name));
	const entriesOf = (type: 'added' | 'removed') =>
		lists.flatMap((name) => changeSetOf(sent[name])[type].map((entry) => ({ name, entry })));
	return [
		...values.map(([name, value]) =>
			field(name, compareValues(value, record[name]), `instead of ${shorten(value)}`),
		),
		...entriesOf('added').map(({ name, entry }) =>
			field(name, findEntry(entry, record[name]), `without ${shorten(entry)}`),
		),
		...entriesOf('removed').map(({ name, entry }) =>
			field(name, opposite[findEntry(entry, record[name])], `and still has ${shorten(entry)}`),
		),
	];
}

/** The body of a user has only what is added to a list. */
function changeSetOf(list: unknown): Record<'added' | 'removed', unknown[]> {
	const { added = [], removed = [] } = isRecord(list) ? list : { added: list as unknown[] };
	return { added: [added].flat(), removed: [removed].flat() };
}

const opposite: Readonly<Record<Comparison, Comparison>> = {
	equal: 'different',
	different: 'equal',
	unknown: 'unknown',
};

function shorten(value: unknown): string {
	const text = writeJson(value ?? null);
	return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}
