/** Finds fields that the specification doesn't show under other names, by their names and values. */
import type { IDataObject } from 'n8n-workflow';
import type { NameKey } from '../../src/api/assumedNames';
import { valueAt } from '../../src/api/fieldNames';
import { isIdentifier, isRecord } from '../../src/values/jsonObject';
import { splitWords } from '../../src/values/words';

/** How a field is recognized. */
interface Sign {
	/** Words of a likely name, in lower case. */
	readonly name: RegExp;
	readonly fits: (value: unknown) => boolean;
	/** Whether the value alone doesn't tell. */
	readonly needsName?: true;
	/** Whether each record has another value. */
	readonly isUnique?: true;
	/** The IDs in its list are those of other records. */
	readonly refersTo?: NameKey;
}

/** How deep a field may be inside a record. */
const maxDepth = 3;

const isText = (value: unknown): value is string =>
	typeof value === 'string' && value.trim() !== '';
const isUuid = (value: unknown) =>
	isText(value) && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
const isInteger = (value: unknown) => /^\d+$/.test(String(value));
const isAddress = (value: unknown) => isText(value) && /^[^\s@]+@[^\s@]+$/.test(value);
const isTime = (value: unknown) => isText(value) && /^\d{4}-\d\d-\d\d/.test(value);
const isId = (value: unknown) =>
	isIdentifier(value) && !/\s/.test(String(value)) && !isAddress(value) && !isTime(value);
const isPlainText = (value: unknown) =>
	isText(value) && !isUuid(value) && !isAddress(value) && !isTime(value);
const isList = Array.isArray;
const isListOf = (fits: (entry: unknown) => boolean) => (value: unknown) =>
	isList(value) && value.flat().length > 0 && value.flat().every(fits);

const idName = /id\b|ids\b|\bkey|\bno\b|\bnr\b|\bnum|number|identifier|identity|\bref|\bcode/;
const id: Sign = { name: idName, fits: isId, isUnique: true };
const label: Sign = {
	name: /name|title|caption|label|subject|headline|heading|designation|topic/,
	fits: isPlainText,
};
const active: Sign = {
	name: /(?<!in)active|enabled|usable|\blive\b|valid/,
	fits: (value) => typeof value === 'boolean',
	needsName: true,
};
const text = (name: RegExp): Sign => ({ name, fits: isPlainText, needsName: true });
const list = (name: RegExp): Sign => ({ name, fits: isList, needsName: true });
const time = (name: RegExp): Sign => ({ name, fits: isTime });

/** Fields that a GET can show. */
const signs: Readonly<Partial<Record<NameKey, Sign>>> = {
	'user.userId': { ...id, fits: isUuid },
	'user.emailAddress': { name: /mail|login|address/, fits: isAddress },
	'user.firstName': text(/given|first|fore ?name/),
	'user.lastName': text(/family|last|surname/),
	'user.kind': text(/kind|type|category|class|role/),
	'user.active': active,
	'user.groupIds': { name: /group|member|team/, fits: isListOf(isId), refersTo: 'group.groupId' },
	'user.tenantIds': {
		name: /tenant|company|companies|organization/,
		fits: isListOf(isId),
		refersTo: 'tenant.tenantId',
	},
	'group.groupId': { ...id, fits: isInteger },
	'group.groupName': label,
	'group.active': active,
	'group.reports': list(/report/),
	'group.roles': list(/role|permission|privilege|right/),
	'group.warehouses': list(/warehouse|stock|depot/),
	'group.returnReasons': list(/reason/),
	'group.webStores': list(/store|shop/),
	'report.reportId': { ...id, fits: isInteger },
	'report.reportName': label,
	'tenant.tenantId': id,
	'tenant.tenantName': label,
	'assignment.assignmentId': id,
	'assignment.name': label,
	'assignment.description': text(/descr|summary|about|note|comment|purpose/),
	'assignment.instructions': text(/instruct|prompt|task|directive|order|command/),
	'assignment.active': active,
	'run.runId': id,
	'run.status': text(/status|state|phase|stage|outcome|condition/),
	'run.startedAt': time(/start|beg[au]n|begin|launch/),
	'run.endedAt': time(/\bend|finish|stop|complete|close|left|terminate/),
	'thread.threadId': id,
	'thread.name': label,
	'message.messageId': id,
	'log.logId': id,
	'log.text': text(/text|message|entry|line|content|descr|word/),
	'journal.journalId': id,
	'journal.createdAt': time(/creat|book|post|register|record|enter/),
	'period.journals': { name: /journal|voucher|entry|entries|item/, fits: isListOf(isRecord) },
};

/** Whether a GET of the specification can show the field. */
export function isReadable(key: NameKey): boolean {
	return signs[key] !== undefined;
}

/** The names of a record, and the paths of what is inside it, through lists too. */
function pathsOf(value: unknown, depth = 1): string[] {
	if (isList(value)) return value.flatMap((entry) => pathsOf(entry, depth));
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) => [
		name,
		...(depth < maxDepth ? pathsOf(inner, depth + 1).map((path) => `${name}.${path}`) : []),
	]);
}

/** What the records show at a path, without nothing. */
export function valuesAt(records: readonly IDataObject[], path: string): unknown[] {
	return records
		.map((record) => valueAt(record, path))
		.map((value) => (isList(value) ? value.flat().filter((entry) => entry !== undefined) : value))
		.filter((value) => value !== undefined && value !== null);
}

/** Whether records show a path, also without a value. */
export function isShown(records: readonly IDataObject[], path: string): boolean {
	return records.some((record) => {
		const value = valueAt(record, path);
		return isList(value) && value.length > 0
			? value.some((entry) => entry !== undefined)
			: value !== undefined;
	});
}

/** Values of fields that were found before: the IDs of other records. */
export type KnownValues = ReadonlyMap<NameKey, ReadonlySet<string>>;

const areIn = (known: ReadonlySet<string> | undefined, values: readonly unknown[]) =>
	known !== undefined && values.flat().every((value) => known.has(String(value)));

/** Whether lists of IDs refer to other records, as far as those are known. */
function referTo(sign: Sign, values: readonly unknown[], others?: ReadonlySet<string>): boolean {
	const filled = values.filter((value) => !isList(value) || value.length > 0);
	const areKnown = others === undefined || areIn(others, filled);
	return filled.length > 0 && filled.every(sign.fits) && areKnown;
}

function areUnique(key: NameKey, values: readonly unknown[], known: KnownValues): boolean {
	if (new Set(values).size < values.length) return false;
	// Small numbers may be the IDs of any record.
	if (values.every(isInteger)) return true;
	return ![...known].some(([other, ids]) => other !== key && areIn(ids, values));
}

function hasSign(key: NameKey, values: readonly unknown[], known: KnownValues): boolean {
	const sign = signs[key];
	if (sign === undefined || values.length === 0) return false;
	if (sign.refersTo) return referTo(sign, values, known.get(sign.refersTo));
	return values.every(sign.fits) && (!sign.isUnique || areUnique(key, values, known));
}

/** Whether the values of a field may be what the nodes take it for. */
export function fits(
	key: NameKey,
	records: readonly IDataObject[],
	path: string,
	known: KnownValues,
): boolean {
	return hasSign(key, valuesAt(records, path), known);
}

type Test = (path: string) => boolean;

/** Keeps the paths that pass a test, or all if none or each of them does. */
function narrow(paths: readonly string[], test: Test): readonly string[] {
	const passing = paths.filter(test);
	return passing.length > 0 ? passing : paths;
}

/**
 * The paths under which the records may have a field.
 *
 * @param records those of a list for an ID, which no other record of the list has
 * @param taken names and paths of other fields
 */
export function findCandidates(
	key: NameKey,
	records: readonly IDataObject[],
	taken: ReadonlySet<string>,
	known: KnownValues,
): readonly string[] {
	const sign = signs[key];
	if (sign === undefined) return [];
	const { name, needsName, isUnique, refersTo } = sign;
	const isNamed: Test = (path) => name.test(splitWords(path).join(' '));
	const isLastNamed: Test = (path) => name.test(splitWords(path.split('.').at(-1) ?? '').join(' '));
	const paths = [...new Set(records.flatMap((record) => pathsOf(record)))];
	let found: readonly string[] = paths.filter(
		(path) => !taken.has(path) && fits(key, records, path, known) && (!needsName || isNamed(path)),
	);
	found = narrow(narrow(found, isNamed), isLastNamed);
	const areAll = (test: (value: unknown) => boolean) => (path: string) =>
		valuesAt(records, path).every(test);
	if (isUnique) found = narrow(narrow(found, areAll(isUuid)), areAll(isInteger));
	if (refersTo === undefined) {
		found = found.filter((path) => !found.some((outer) => path.startsWith(`${outer}.`)));
	}
	return found;
}
