/** The fields of users in lists, which two nodes share. */
import { fullNames, identifierNamesOf, namesOf } from '../../api/assumedNames';
import type { RecordOutput } from '../simplify';

const otherKeys = [
	'user.emailAddress',
	'user.kind',
	'user.active',
	'user.groupIds',
	'user.tenantIds',
] as const;

/**
 * A user or member in a list: little enough that fifty of them fit into a model's context. The
 * names are assumed (spec 2.6).
 */
export const listedUserOutput: RecordOutput = {
	simplified: [
		...identifierNamesOf('user'),
		...namesOf('user.firstName'),
		...namesOf('user.lastName'),
		...fullNames,
	],
	all: otherKeys.map((key) => namesOf(key)[0]),
	identifiers: identifierNamesOf('user'),
};
