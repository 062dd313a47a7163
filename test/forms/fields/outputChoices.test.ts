/** Which fields of the larger records come out. */
import {
	listedUserOutput,
	pageOutput,
	propertyKeyOutput,
	ticketOutput,
} from '../../../src/forms/fields/outputChoices';
import { simplifyFields } from '../../../src/forms/simplify';
import { isShown } from '../shown';
import { propertyKey } from '../tables';

test('a simplified property key can be the Current State of an update', () => {
	const { fields, changeSets, identifierNames, shownNames } = propertyKey;
	const needed = [...identifierNames, ...[...fields, ...changeSets].map(({ name }) => name)];
	expect([...propertyKeyOutput.simplified].sort()).toEqual(needed.sort());
	expect(propertyKeyOutput.all).toEqual(shownNames);
});

test('the fields of a page are chosen where a page comes out, and those of a ticket always', () => {
	const [page, ticket] = [pageOutput, ticketOutput].map((output) => simplifyFields(output)[0]!);
	expect(isShown(page!, { output: 'page' })).toBe(true);
	expect(isShown(page!, { output: 'sections' })).toBe(false);
	expect(isShown(ticket!, {})).toBe(true);
});

test('each record can be told by what comes out first', () => {
	expect(ticketOutput.simplified.slice(0, 3)).toEqual(['ticketId', 'ticketNumber', 'version']);
	expect(pageOutput.simplified.slice(0, 3)).toEqual(['pageId', 'categoryId', 'title']);
	expect(listedUserOutput.identifiers).toEqual(['userId', 'id']);
	expect(listedUserOutput.simplified).toEqual([
		...['userId', 'id', 'firstName', 'lastName'],
		...['name', 'fullName', 'displayName'],
	]);
	expect(listedUserOutput.all).toEqual(
		expect.arrayContaining(['emailAddress', 'kind', 'active', 'groupIds', 'tenantIds']),
	);
});
