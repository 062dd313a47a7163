/** The fields of the records that the specification describes. */
import type { Field } from '../../src/forms/fields/field';
import { ticketVersion } from '../../nodes/Helpdesk/resources/ticket/unassign';
import {
	customFieldFields,
	returnFields,
	returnRowFields,
} from '../../nodes/OrderManagement/resources/return/create';
import {
	presentation,
	propertyKeyFields,
	propertyKeyName,
	propertyValueFields,
} from '../../src/forms/fields/propertyKeyFields';
import { readValue } from '../../src/forms/value';
import { propertyKey, userGroup } from '../forms/tables';

const described: Field[] = [
	...[propertyKeyName, presentation, ...propertyKeyFields, ...propertyValueFields],
	...[ticketVersion, ...returnFields, ...returnRowFields, ...customFieldFields],
	...[...propertyKey.changeSets, ...userGroup.changeSets].flatMap(({ fields }) => fields),
];

test.each(described.filter(({ placeholder }) => placeholder !== undefined))(
	'$name accepts its example: $placeholder',
	(field) => {
		const [, example] = /^e\.g\. (.+)$/.exec(field.placeholder ?? '') ?? [];
		expect(String(readValue(field, example))).toBe(example);
	},
);
