import { built } from '../documents/builtNodes.mjs';
import { formatOf } from './masking.mjs';

/**
 * @import { IDataObject } from 'n8n-workflow'
 * @import { IdentifiedRecord } from '../../src/api/assumedNames.js'
 */

/** @type {typeof import('../../src/api/assumedNames.js') & typeof import('../../src/agent/runs/runWords.js') & typeof import('../../src/agent/answer/answerWords.js')} */
const { identifierNames, labelNames, logTextNames, requestNames, runNames } = {
	...built('src/api/assumedNames.js'),
	...built('src/agent/runs/runWords.js'),
	...built('src/agent/answer/answerWords.js'),
};
/** @type {typeof import('../../src/api/operations.js')} */
const { pathParameters } = built('src/api/operations.js');
/** @type {typeof import('../../src/values/words.js')} */
const { splitWords } = built('src/values/words.js');
/** @type {typeof import('../../nodes/UserGroup/resources/userGroup/userGroupFields.js')} */
const { userGroupChangeSets } = built('nodes/UserGroup/resources/userGroup/userGroupFields.js');

/** @type {typeof import('../../src/values/jsonObject.js')} */
const { isRecord } = built('src/values/jsonObject.js');
/** @type {typeof import('../../src/api/lists.js')} */
const { asList } = built('src/api/lists.js');

/**
 * The records of a list, also if it is in a wrapper that the nodes don't know.
 *
 * @param {unknown} body
 * @returns {IDataObject[]}
 */
export function listIn(body) {
	const list = asList(body);
	if (list || !isRecord(body)) return list ?? [];
	const lists = Object.values(body).map(listIn);
	return lists.sort((a, b) => b.length - a.length)[0] ?? [];
}

/** Names that are something already. */
const takenNames = new Set(
	[
		...Object.values(identifierNames),
		...Object.values(labelNames),
		...Object.values(requestNames).map(Object.values),
		...Object.values(runNames),
		...userGroupChangeSets.map(({ name }) => name),
		logTextNames,
	].flat(),
);

/**
 * Names of the fields of records, those that have a value.
 *
 * @param {readonly IDataObject[]} records
 */
export function fieldNames(records) {
	const names = records.flatMap((record) =>
		Object.keys(record).filter((name) => record[name] !== null && record[name] !== undefined),
	);
	return [...new Set(names)];
}

/**
 * @param {readonly IDataObject[]} records
 * @param {string} name
 */
function valuesOf(records, name) {
	return records
		.map((record) => record[name])
		.filter((value) => value !== null && value !== undefined);
}

/** Last words of a name that identifies something. */
const identifierWords = 'id ids uuid guid uid key no nr number code identifier ref reference';

/**
 * Whether the values fit the specified type of the ID.
 *
 * @param {IdentifiedRecord} kind
 * @param {readonly unknown[]} values
 */
function fitIdentifier(kind, values) {
	/** @type {Record<string, { type: string }>} */
	const parameters = pathParameters;
	const type = parameters[`${kind}Id`]?.type;
	if (type === 'uuid') return values.every((value) => formatOf(value) === 'uuid');
	if (type === 'int32') return values.every((value) => Number.isInteger(Number(value)));
	return values.every((value) => typeof value === 'string' || typeof value === 'number');
}

/**
 * The assumed name under which the records have their identifier.
 *
 * @param {IdentifiedRecord} kind
 * @param {readonly IDataObject[]} records
 */
export function assumedIdentifier(kind, records) {
	const name = identifierNames[kind].find((each) => valuesOf(records, each).length > 0);
	return name !== undefined && fitIdentifier(kind, valuesOf(records, name)) ? name : undefined;
}

/**
 * Names of fields that may be the identifier, the likeliest first.
 *
 * @param {IdentifiedRecord} kind
 * @param {readonly IDataObject[]} records
 */
export function identifierCandidates(kind, records) {
	const isId = (/** @type {string} */ name) =>
		identifierWords.split(' ').includes(splitWords(name).at(-1) ?? '');
	const isUuid = (/** @type {string} */ name) =>
		valuesOf(records, name).every((value) => formatOf(value) === 'uuid');
	return fieldNames(records)
		.filter((name) => !takenNames.has(name) && (isId(name) || isUuid(name)))
		.filter((name) => {
			const values = valuesOf(records, name);
			const isUnique = values.length === records.length && new Set(values).size === values.length;
			return isUnique && fitIdentifier(kind, values);
		})
		.sort((a, b) => Number(splitWords(b).includes(kind)) - Number(splitWords(a).includes(kind)));
}

/**
 * The name of the identifier, assumed or not.
 *
 * @param {IdentifiedRecord} kind
 * @param {readonly IDataObject[]} records
 */
export function findIdentifier(kind, records) {
	return assumedIdentifier(kind, records) ?? identifierCandidates(kind, records)[0];
}

/** Words that mean alike in names of fields. */
const alike = [
	'name title label subject caption display full login address mail email',
	'first given fore christian',
	'last family sur surname',
	'kind type category role',
	'active enabled disabled inactive status state',
	'group groups membership memberships',
	'tenant tenants company companies organization organizations',
	'instructions instruction prompt task goal',
	'description summary details text note',
	'message text line content body entry',
	'status state phase stage progress',
	'start started begin began created',
	'end ended finish finished completed closed stop stopped',
	'reports report statistics',
	'roles role permissions permission rights',
	'warehouses warehouse stores storage locations location',
	'reasons reason causes',
	'stores store web shops shop sites site',
].map((words) => words.split(' '));

/**
 * Names of fields that may be meant by an assumed name: of the same kind of value, and with
 * a word of the same meaning.
 *
 * @param {readonly string[]} assumed
 * @param {readonly IDataObject[]} records
 * @param {(value: unknown) => boolean} fits
 */
export function candidates(assumed, records, fits) {
	const words = new Set(assumed.flatMap(splitWords));
	const related = new Set([
		...words,
		...alike.filter((group) => group.some((word) => words.has(word))).flat(),
	]);
	return fieldNames(records).filter(
		(name) =>
			!takenNames.has(name) &&
			splitWords(name).some((word) => related.has(word)) &&
			valuesOf(records, name).every(fits),
	);
}
