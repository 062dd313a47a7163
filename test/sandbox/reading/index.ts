import { SeededRandom } from '../random';
import { choices, type Question, questions, runWords } from './choices';
import { type FieldKey, fieldKeys, fieldNames, usualName } from './fieldNames';

type Answers = { readonly [Key in Question]: (typeof choices)[Key][number] };

/** One complete answer to what the specification leaves open. */
export interface Reading extends Answers {
	/** What the fields that aren't shown are called if `names` is `other`. */
	readonly otherNames: Readonly<Record<FieldKey, string>>;
}

function forEach<Key extends string, Value>(
	keys: readonly Key[],
	choose: (key: Key) => Value,
): Record<Key, Value> {
	const entries = keys.map((key) => [key, choose(key)] as const);
	return Object.fromEntries(entries) as Record<Key, Value>;
}

/** The reading without a seed: the service is what the nodes assume. */
export const standardReading: Reading = {
	...(forEach(questions, (key) => choices[key][0]) as Answers),
	otherNames: forEach(fieldKeys, usualName),
};

/** One answer to each question, drawn from a whole number; the same for the same number. */
export function readingOf(seed: number): Reading {
	const random = new SeededRandom(seed);
	return {
		...(forEach(questions, (key) => random.pick<string>(choices[key])) as Answers),
		otherNames: forEach(fieldKeys, (key) => random.pick<string>(fieldNames[key])),
	};
}

function isPath(name: string): boolean {
	return name.includes('.');
}

/** Where the IDs are if a record has records in place of a list of IDs. */
function pathThroughRecords({ userGroups, userTenants }: Reading, key: FieldKey) {
	const paths: Partial<Record<FieldKey, string | false>> = {
		'user.groupIds':
			(userGroups === 'groups' && 'groups.groupId') ||
			(userGroups === 'userGroups' && 'userGroups.id'),
		'user.tenantIds': userTenants === 'tenants' && 'tenants.tenantId',
	};
	return paths[key] || undefined;
}

/** What a record of this reading shows a field under, also if it leaves the field out. */
export function nameOf({ names, otherNames }: Reading, key: FieldKey): string {
	return names === 'other' ? otherNames[key] : usualName(key);
}

/** What the service reads a field of a body under. */
export function sentNameOf(reading: Reading, key: FieldKey): string {
	const name = pathThroughRecords(reading, key) ?? nameOf(reading, key);
	return isPath(name) ? usualName(key) : name;
}

/** The fields that the records of a reading leave out. */
function absentKeys(reading: Reading): FieldKey[] {
	const { userNames, userActive, userGroups, userTenants, groupLists, runEnd } = reading;
	const absent: Array<[boolean, FieldKey[]]> = [
		[userNames === 'joined', ['user.firstName', 'user.lastName']],
		[userActive === 'absent', ['user.active']],
		[userGroups === 'absent', ['user.groupIds']],
		[userTenants === 'absent', ['user.tenantIds']],
		[
			groupLists === 'absent',
			[
				'group.reports',
				'group.roles',
				'group.warehouses',
				'group.returnReasons',
				'group.webStores',
			],
		],
		[runEnd === 'absent', ['run.endedAt']],
	];
	return absent.flatMap(([applies, keys]) => (applies ? keys : []));
}

/**
 * What a user enters in 'Field Names (JSON)' of the credential for a service of this reading. A
 * field that no record shows is in it only if it is sent under another name.
 */
export function fieldNamesOf(reading: Reading): Record<string, string | string[]> {
	const absent = absentKeys(reading);
	const entries = fieldKeys.flatMap((key): Array<[string, string | string[]]> => {
		const name = pathThroughRecords(reading, key) ?? nameOf(reading, key);
		const isUseless = absent.includes(key) && (isPath(name) || !key.startsWith('user.'));
		// The nodes know no format of an answer without entries.
		const isUsual = name === usualName(key) && !key.startsWith('answer.');
		return isUsual || isUseless ? [] : [[key, key === 'answer.events' ? [name] : name]];
	});
	const { COMPLETED, FAILED, ABORTED } = runWords[reading.runStatuses];
	const finished: Record<string, string[]> =
		reading.runStatuses === 'AMBER' ? { 'run.finishedStatuses': [COMPLETED, FAILED, ABORTED] } : {};
	return { ...Object.fromEntries(entries), 'answer.otherEvents': ['thread'], ...finished };
}

/** How a reading differs from the standard one, with one line for each property. */
export function describeReading(reading: Reading): string {
	const answers = questions.flatMap((key) =>
		reading[key] === standardReading[key] ? [] : `${key}: ${reading[key]}`,
	);
	const names = fieldKeys.flatMap((key) => {
		const name = nameOf(reading, key);
		return name === usualName(key) ? [] : `${key} = ${name}`;
	});
	return [...answers, ...(names.length > 0 ? [`otherNames: ${names.join(', ')}`] : [])].join('\n');
}
