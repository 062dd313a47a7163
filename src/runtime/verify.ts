/** Reads a record back after a change that the service confirmed without a body. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { ServiceError } from '../api/errors';
import { type OperationId, type PathValues, readerOf } from '../api/operations';
import { booleanParameter } from '../forms/parameters';
import { wait } from '../http/wait';
import { compareValues, type Comparison, ShownEntries } from '../values/comparison';
import { plain, writeJson } from '../values/json';
import { isRecord } from '../values/jsonObject';
import { shorten } from '../values/texts';
import type { ItemContext, Verification } from './operation';

/** A service may show a change late, so the record is read again after these milliseconds. */
const pauses = [1000, 2000, 2000];

/** What a message shows of a value, at most. */
const maxCharacters = 200;

/**
 * Fields that the item of a verified change has in addition. `notVerified` names the fields that the
 * record doesn't show, or shows in a form that can't be compared.
 *
 * @internal
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
 * Reads the record back, and compares it with the update that was sent. It never sends the update again.
 *
 * @param path of the record
 * @param body of the update
 * @returns the record that was read, and what the item states: `verified: false` if a field isn't shown,
 *   or the record can't be read
 * @throws ServiceError with the code `not-applied` if a field still has another value after some seconds
 */
export async function verifyChange(
	item: ItemContext,
	path: PathValues,
	verification: Verification,
	body: IDataObject = {},
) {
	const compare = (found?: IDataObject) => compareWithRecord(body, found, verification);
	const isDifferent = ({ comparison }: ComparedValue) => comparison === 'different';
	const isLate = (found: IDataObject) => compare(found).some(isDifferent);
	const { record, failure } = await readLate(item, path, isLate);
	const compared = compare(record);
	const difference = compared.find(isDifferent);
	if (difference) throw notApplied(difference, path);
	const fields = verifiedFields(compared);
	if (failure) {
		item.hint(
			`The change was made but could not be verified: ${failure.message}. ${failure.description}`,
			'warning',
		);
	} else if (!fields.verified) {
		item.hint(
			`The change could not be verified for ${fields.notVerified?.join(', ')}, because the record doesn't show these values.`,
		);
	}
	return { fields, record };
}

/** What an item states about a record that was read. */
export function verifiedFields(compared: readonly ComparedValue[]) {
	const unknown = compared.filter(({ comparison }) => comparison === 'unknown');
	const notVerified = [...new Set(unknown.map(({ name }) => name))];
	return { verified: notVerified.length === 0, ...(notVerified.length > 0 && { notVerified }) };
}

/**
 * Reads a new record, which a service may show late.
 *
 * @throws ServiceError if it can't be read, or is still missing after some seconds
 */
export async function readNew(item: ItemContext, path: PathValues): Promise<IDataObject> {
	const { record = {}, failure } = await readLate(item, path);
	if (failure) throw failure;
	return record;
}

/**
 * Reads a record, and again after each pause while it is missing or late.
 *
 * @returns the record, or why it can't be read
 */
async function readLate(
	item: ItemContext,
	path: PathValues,
	isLate: (record: IDataObject) => boolean = () => false,
	[pause, ...laterPauses] = pauses,
): Promise<{ record?: IDataObject; failure?: ServiceError }> {
	const read = await item.service.request(readerOf(path) as OperationId, { path }).then(
		({ record }) => ({ record, isOpen: isLate(record) }),
		(failure: unknown) => {
			if (!(failure instanceof ServiceError)) throw failure;
			const { httpStatus, errorCode } = failure;
			return { failure, isOpen: httpStatus === 404 || errorCode.endsWith('not-found') };
		},
	);
	const isLast = !read.isOpen || pause === undefined || !(await wait(pause, item.signal));
	return isLast ? read : await readLate(item, path, isLate, laterPauses);
}

function notApplied(difference: ComparedValue, path: PathValues): ServiceError {
	return new ServiceError(
		{
			message: `The service confirmed the update, but ${difference.describe()}`,
			description:
				"Check on your platform whether this field can be changed. To skip this check, turn off 'Verify' in Options.",
			errorCode: 'not-applied',
		},
		{ ...path },
	);
}

/** A field of a body, or an entry of one of its change-sets, with what the record shows. */
interface ComparedValue {
	readonly name: string;
	readonly comparison: Comparison;
	/** For example `firstName is "Anne" instead of "Anna"`. */
	describe(): string;
}

/** Compares each field of a body, and each entry of its change-sets, with a record. */
export function compareWithRecord(
	body: IDataObject,
	response: IDataObject | undefined,
	{ lists = [], read }: Verification,
): ComparedValue[] {
	const record = response ? read(response) : {};
	return Object.entries(plain(body)).flatMap(([name, value]) =>
		lists.includes(name)
			? compareChangeSet(name, value, record[name])
			: compareField(name, value, record[name]),
	);
}

function compareField(name: string, wanted: unknown, found: unknown): ComparedValue {
	return {
		name,
		comparison: compareValues(wanted, found),
		describe: () => `${name} is ${show(found)} instead of ${show(wanted)}`,
	};
}

/**
 * What is added to a list and removed from it. The body of a user has only what is added. Without
 * entries, or in an unknown form, a change-set leaves no evidence.
 */
function compareChangeSet(name: string, sent: unknown, found: unknown): ComparedValue[] {
	const changes = isRecord(sent) ? sent : { added: sent as IDataObject[] };
	const { added = [], removed = [], ...others }: IDataObject = changes;
	const isKnown = Array.isArray(added) && Array.isArray(removed) && isEmptyObject(others);
	if (!isKnown || added.length + removed.length === 0) return [compareField(name, sent, undefined)];
	const shown = new ShownEntries(found);
	const described = (entry: unknown, comparison: Comparison, problem: string) => ({
		name,
		comparison,
		describe: () => `${name} is ${show(found)} ${problem} ${show(entry)}`,
	});
	return [
		...added.map((entry: unknown) => described(entry, shown.find(entry), 'without')),
		...removed.map((entry: unknown) =>
			described(entry, opposite[shown.find(entry)], 'and still has'),
		),
	];
}

const isEmptyObject = (value: object) => Object.keys(value).length === 0;

const opposite = { equal: 'different', different: 'equal', unknown: 'unknown' } as const;

const show = (value: unknown) => shorten(writeJson(value), maxCharacters);
