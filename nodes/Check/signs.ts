/**
 * How a field is recognized that the specification doesn't show: by the words of its name, and by
 * what its values are.
 */
import type { IDataObject } from 'n8n-workflow';
import { type NameKey, nameKeys } from '../../src/api/assumedNames';
import { valueAt } from '../../src/api/fieldNames';
import { isIdentifier, isRecord, isText } from '../../src/values/jsonObject';
import { parseBoolean } from '../../src/values/scalars';
import { oneOf, splitWords, words } from '../../src/values/words';

export interface Sign {
	/** Whether a name is likely, by its words in lower case with spaces in between. */
	isName(name: string): boolean;
	readonly fits: (value: unknown) => boolean;
	/** Whether the value alone isn't enough. */
	readonly needsName?: true;
}

const isTextLike = (pattern: RegExp) => (value: unknown) => isText(value) && pattern.test(value);
const isUuid = isTextLike(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i);
export const isInteger = (value: unknown) => isIdentifier(value) && /^\d+$/.test(String(value));
const isAddress = isTextLike(/^[^\s@]+@[^\s@]+$/);
const isTime = isTextLike(/^\d{4}-\d\d-\d\d/);
const isId = (value: unknown) =>
	isIdentifier(value) && !/\s/.test(String(value)) && !isAddress(value) && !isTime(value);
const isPlainText = (value: unknown) =>
	isText(value) && !isUuid(value) && !isAddress(value) && !isTime(value);
const isList = Array.isArray;
const isListOf = (fits: (entry: unknown) => boolean) => (value: unknown) =>
	isList(value) && value.flat().length > 0 && value.flat().every(fits);

type NameTest = Sign['isName'];

const like =
	(pattern: RegExp): NameTest =>
	(name) =>
		pattern.test(name);

const isIdName = like(
	/id\b|ids\b|\bkey|\bno\b|\bnr\b|\bnum|number|identifier|identity|\bref|\bcode/,
);
const isLabelName = like(/name|title|caption|label|subject|headline|heading|designation|topic/);

/** A sign whose values alone aren't enough. */
const named = (isName: NameTest, fits: Sign['fits']): Sign => ({ isName, fits, needsName: true });

/** Words that don't change what a field says. */
const plainWords = `is currently flag value name code state status access user account person member
	membership employee contact identity group assignment task agent attributes profile details info
	meta data properties`;
const listWords = `id ids number numbers key keys code codes ref refs link links list items of return
	web online place places linked connected assigned assignments granted allowed permitted accessible
	visible current right rights permission permissions`;

/** A name with one of some words, and no others but plain ones: `twoFactorEnabled` isn't `enabled`. */
function onlyOf(names: string, plain = ''): NameTest {
	const isOne = oneOf(words(names));
	const isPlain = oneOf(words(`${plainWords} ${plain}`));
	return (name) => {
		const all = name.split(' ');
		return all.some(isOne) && all.every((word) => isOne(word) || isPlain(word));
	};
}

/** A list with such a name. Lists such as `formerGroups` or `availableReports` have other entries. */
const ownList = (names: string, fits: Sign['fits'] = isList) =>
	named(onlyOf(names, listWords), fits);
const active = named(
	onlyOf('active enabled usable live valid'),
	(value) => parseBoolean(value) !== undefined,
);

/** Keys that end like the names of IDs, names, and 'Active', or that no list shows. */
type UsualKey =
	| `${string}${'Id' | '.active' | 'Name' | '.name'}`
	| 'availability.emailAddress'
	| 'message.question';

/** Fields with a sign of their own. */
const ownSigns: Partial<Record<NameKey, Sign>> & Record<Exclude<NameKey, UsualKey>, Sign> = {
	'user.userId': { isName: isIdName, fits: isUuid },
	'user.emailAddress': { isName: like(/mail|login|address/), fits: isAddress },
	'user.firstName': named(like(/(given|first|fore) ?name|\b(given|first)( value)?$/), isPlainText),
	'user.lastName': named(like(/(family|last|sur) ?name|\b(family|last)( value)?$/), isPlainText),
	'user.kind': named(onlyOf('kind type category class role'), isPlainText),
	'user.groupIds': ownList(
		'group groups member membership memberships team teams',
		isListOf(isInteger),
	),
	'user.tenantIds': ownList(
		'tenant tenants company companies organization organizations',
		isListOf(isId),
	),
	'group.groupId': { isName: isIdName, fits: isInteger },
	'group.reports': ownList('report reports'),
	'group.roles': named(
		onlyOf(
			'role roles privilege privileges permission permissions right rights',
			`${listWords} names`,
		),
		isList,
	),
	'group.warehouses': ownList('warehouse warehouses stock stocks depot depots'),
	'group.returnReasons': ownList('reason reasons'),
	'group.webStores': ownList('store stores shop shops webshop webshops'),
	'report.reportId': { isName: isIdName, fits: isInteger },
	'assignment.description': named(like(/descr|summary|about|note|comment|purpose/), isPlainText),
	'assignment.instructions': named(
		like(/instruct|prompt|directive|command|\b(task|order)$/),
		isPlainText,
	),
	'run.status': named(
		onlyOf(
			'status state phase stage outcome condition',
			'run job execution workflow processing current progress life cycle lifecycle label text',
		),
		isPlainText,
	),
	'run.startedAt': named(like(/start|beg[au]n|begin|launch/), isTime),
	'run.endedAt': named(like(/\bend|finish|stop|complete|close|left|terminate/), isTime),
	'log.text': named(like(/text|message|entry|line|content|descr|word/), isPlainText),
	'journal.createdAt': named(like(/creat|book|post|register|record|enter/), isTime),
	'journal.rows': named(like(/row|line|posting|entry|entries/), isList),
	'period.journals': {
		isName: like(/journal|voucher|entry|entries|item/),
		fits: isListOf(isRecord),
	},
};

/** Words by which a field says something of another person or record, or is another of its kind. */
const otherWords = words(
	'by parent manager supervisor owner creator author previous former recovery backup secondary',
);
const recordNames = nameKeys.map((key) => key.split('.')[0]);

/** Whether a path says something of another one: `managerEmail`, or `lastRunId` of an assignment. */
export function isOfAnother(key: NameKey, path: string): boolean {
	const pathWords = splitWords(path);
	const record = pathWords.filter((word) => recordNames.includes(word)).at(-1);
	const isOtherId = isIdKey(key) && record !== undefined && !key.startsWith(`${record}.`);
	return isOtherId || pathWords.some((word) => otherWords.includes(word));
}

export function signOf(key: NameKey): Sign {
	const own: Sign | undefined = ownSigns[key];
	if (own) return own;
	if (isIdKey(key)) return { isName: isIdName, fits: isId };
	return key.endsWith('.active') ? active : { isName: isLabelName, fits: isPlainText };
}

/** Whether a field is the ID of its record. */
export const isIdKey = (key: NameKey) => key.endsWith('Id');

/** Whether each record of a list has another value of a field: an ID, or the key that people use. */
export const isUniqueKey = (key: NameKey) =>
	isIdKey(key) || key === 'user.emailAddress' || key === 'group.groupName';

/** What the records show at a path, without nothing. */
export function valuesAt(records: readonly IDataObject[], path: string): unknown[] {
	return records
		.map((record) => valueAt(record, path))
		.map((value) => (isList(value) ? value.flat().filter((entry) => entry !== undefined) : value))
		.filter((value) => value !== undefined && value !== null);
}
