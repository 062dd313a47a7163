/** The fields of the records that the specification describes. */
import { ticketVersion } from '../../nodes/Helpdesk/resources/ticket/unassign';
import {
	customFieldFields,
	returnFields,
	returnRowFields,
} from '../../nodes/OrderManagement/resources/return/create';
import {
	keyTranslations,
	presentation,
	propertyKeyFields,
	propertyKeyName,
	propertyValues,
} from '../../src/forms/fields/propertyKeyFields';
import { type AnyField, type Field, isList, type ListField } from '../../src/forms/fields/field';
import { readValue } from '../../src/forms/value';
import { records } from '../../specification/specification';
import { userGroupFields } from '../../nodes/UserGroup/resources/userGroup/userGroupFields';
import { propertyKey, userGroup } from '../forms/tables';

const namesOf = (fields: readonly AnyField[]) => fields.map(({ name }) => name);

const singleFieldsOf = ({ fields }: ListField): Field[] =>
	fields.flatMap((field) => (isList(field) ? singleFieldsOf(field) : field));

const described: Field[] = [
	...[propertyKeyName, presentation, ...propertyKeyFields],
	...[ticketVersion, ...returnFields, ...returnRowFields, ...customFieldFields],
	...[...propertyKey.changeSets, ...userGroup.changeSets].flatMap(singleFieldsOf),
];

const changeSetsOf = ({ changeSets }: typeof userGroup) => changeSets.map(({ name }) => name);

/** A record of the specification, and the fields that a form has of it. */
test.each<[string, readonly string[]]>([
	['PropertyKey', namesOf([propertyKeyName, presentation, ...propertyKeyFields])],
	['PropertyKeyUpdate', namesOf([propertyKeyName, ...propertyKeyFields])],
	['PropertyKeyUpdate', changeSetsOf(propertyKey)],
	['PropertyValue', namesOf(propertyValues.fields)],
	['Translation', namesOf(keyTranslations.fields)],
	['TicketVersion', namesOf([ticketVersion])],
	['NewReturn', namesOf(returnFields)],
	['ReturnRow', namesOf(returnRowFields)],
	['UserGroupUpdate', [...namesOf(userGroupFields), ...changeSetsOf(userGroup)]],
])('%s of the specification has these fields of a form: %j', (name, fields) => {
	const specified = Object.keys(records[name]?.properties ?? {});
	expect(specified).toEqual(expect.arrayContaining([...fields]));
});

test.each(described.filter(({ placeholder }) => placeholder !== undefined))(
	'$name accepts its example: $placeholder',
	(field) => {
		const [, example] = /^e\.g\. (.+)$/.exec(field.placeholder ?? '') ?? [];
		expect(String(readValue(field, example))).toBe(example);
	},
);
