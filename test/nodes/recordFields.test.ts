/** The fields of forms: those of records that the specification describes, and those with assumed names. */
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
import { listFiles } from '../specification/sourceFiles';
import { placeOf, records, resolve, specifiedOperation } from '../../specification/specification';
import { nameKeys } from '../../src/api/assumedNames';
import { recordOf } from '../../src/api/fieldNames';
import { requestsOf } from '../../src/api/operations';
import type { NodeResource } from '../../src/runtime/operation';
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

/** The operations of all nodes. */
async function listOperations() {
	const names = listFiles('nodes').filter((file) => /resources\/[^/]+\/index\.ts$/.test(file));
	const modules = await Promise.all(
		names.map(async (name) => (await import(`../../${name}`)) as Record<string, NodeResource>),
	);
	expect(modules.length).toBeGreaterThan(0);
	return modules.flatMap(Object.values<NodeResource>).flatMap(({ operations }) => operations);
}

test('a field that the specification does not show has a row of assumed names', async () => {
	const known: readonly string[] = nameKeys;
	const missing = (await listOperations()).flatMap(({ id, form }) => {
		const [request] = requestsOf(id);
		const body = specifiedOperation(request).requestBody?.content['application/json'];
		const schema = resolve(body?.schema ?? {}) as { properties?: object };
		const record = recordOf(request);
		return [...(form?.fields ?? []), ...(form?.optional ?? [])]
			.filter(({ name }) => !Object.hasOwn(schema.properties ?? {}, name))
			.filter(({ name }) => !known.includes(`${record}.${name}`))
			.map(({ name }) => {
				const first = known.find((key) => key.startsWith(`${record}.`));
				const place = placeOf(`'${first}'`, 'src/api/assumedNames.ts');
				return `${place} has no row '${record}.${name}', a field of ${id}`;
			});
	});
	expect(missing).toEqual([]);
});
