/** The fields of users in lists, which two nodes share. */
import { fullNames, identifierNamesOf, namesOf, ownNamesOf } from '../../api/assumedNames';
import type { RecordOutput } from '../simplify';

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
	all: ownNamesOf('user'),
	identifiers: identifierNamesOf('user'),
};
