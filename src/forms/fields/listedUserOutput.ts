/** The fields of users in lists, which two nodes share. */
import { fullNames, identifierNames, requestNames } from '../../api/assumedNames';
import type { RecordOutput } from '../simplify';

const { firstName, lastName, ...otherNames } = requestNames.user;

/**
 * A user or member in a list: little enough that fifty of them fit into a model's context. The
 * names are assumed (spec 2.6).
 */
export const listedUserOutput: RecordOutput = {
	simplified: [...identifierNames.user, firstName, lastName, ...fullNames],
	all: Object.values(otherNames),
	identifiers: identifierNames.user,
};
