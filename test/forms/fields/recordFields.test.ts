/** What the fields of the described records are called, and what they take. */
import { changeSetProperty } from '../../../src/forms/changeSet/changeSet';
import { propertyValueFields } from '../../../src/forms/fields/changeSetFields';
import type { Field } from '../../../src/forms/fields/field';
import {
	customFieldFields,
	presentation,
	propertyKeyFields,
	propertyKeyName,
	returnFields,
	returnRowFields,
	ticketVersion,
	userGroupFields,
} from '../../../src/forms/fields/recordFields';
import { readValue } from '../../../src/forms/value';
import { propertyKey, userGroup } from '../tables';

const described: Field[] = [
	...[propertyKeyName, presentation, ...propertyKeyFields, ...propertyValueFields],
	...[ticketVersion, ...returnFields, ...returnRowFields, ...customFieldFields],
	...[...propertyKey.changeSets, ...userGroup.changeSets].flatMap(({ identifier, fields }) =>
		identifier ? [identifier, ...fields] : fields,
	),
];

const inWords = [...described, ...userGroupFields].filter(
	({ loadOptionsMethod }) => loadOptionsMethod === undefined,
);

test.each(inWords)(
	'$name is called by its name on the wire, in words: $label',
	({ name, label }) => {
		expect(label.replace(/[ -]/g, '').toLowerCase()).toBe(name.toLowerCase());
	},
);

test.each(described.filter(({ placeholder }) => placeholder !== undefined))(
	'the example of $name is one that it takes: $placeholder',
	(field) => {
		const [, example] = /^e\.g\. (.+)$/.exec(field.placeholder ?? '') ?? [];
		expect(String(readValue(field, example))).toBe(example);
	},
);

test.each(described.filter(({ loadOptionsMethod }) => loadOptionsMethod === undefined))(
	'$name says what it is',
	({ description }) => {
		expect(description).toMatch(/^[A-Z].{5}/);
	},
);

test.each(described.filter(({ type, name }) => type === 'integer' && name !== 'reportId'))(
	'$name, a number, has an example',
	({ placeholder }) => {
		expect(placeholder).toBeDefined();
	},
);

test('what tells entries apart is a part of them', () => {
	for (const { key, fields, name } of [...propertyKey.changeSets, ...userGroup.changeSets]) {
		expect([name, key.length > 0]).toEqual([name, true]);
		expect(fields.map((field) => field.name)).toEqual(expect.arrayContaining([...key]));
	}
});

test('a list is called by its name on the wire, in words, and an entry by one of it', () => {
	for (const field of [...propertyKey.changeSets, ...userGroup.changeSets]) {
		expect(field.label.replace(/ /g, '').toLowerCase()).toBe(field.name.toLowerCase());
		expect(`${field.entryLabel}s`).toBe(field.label);
		expect(changeSetProperty(field).placeholder).toBe(`Add Change to ${field.label}`);
	}
});

test('where a return comes from, goes to and why may each be said in two ways', () => {
	const says = (fields: readonly Field[]) =>
		fields.flatMap(({ label, description = '' }) => {
			const [, other] = /; (.+) says the same$/.exec(description) ?? [];
			return other === undefined ? [] : [[label, other].sort().join(' / ')];
		});
	expect(says(returnFields).sort()).toEqual(
		[
			...['Delivery ID / Delivery Number', 'Reason Code / Reason ID'],
			'Warehouse ID / Warehouse Number',
		].flatMap((pair) => [pair, pair]),
	);
	expect(says(returnRowFields).sort()).toEqual(
		['Price Look-Up Number / Stock Keeping Unit ID', 'Reason Code / Reason ID'].flatMap((pair) => [
			pair,
			pair,
		]),
	);
});

test('a user group is active or inactive in any of its words', () => {
	const active = userGroupFields.find(({ name }) => name === 'active')!;
	expect(readValue(active, 'Active')).toBe(true);
	expect(readValue(active, 'inactive')).toBe(false);
});
