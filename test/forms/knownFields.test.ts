/** Fields of a Desired State that no update carries are refused, not left out in silence. */
import type { IDataObject } from 'n8n-workflow';
import { propertyKeyChangeSets, userGroupChangeSets } from '../../src/forms/fields/changeSetFields';
import {
	presentation,
	propertyKeyName,
	userGroupFields,
} from '../../src/forms/fields/recordFields';
import { assertKnownFields } from '../../src/forms/knownFields';
import type { StateTable } from '../../src/forms/changeSet/recordState';
import { refusal } from './filledIn';

const key: StateTable = {
	label: 'property key',
	fields: [
		propertyKeyName,
		{ name: 'keyGroup', label: 'Key Group', type: 'string' },
		{ name: 'sort', label: 'Sort', type: 'integer' },
	],
	changeSets: propertyKeyChangeSets,
	identifierNames: ['propertyKeyId'],
	shownNames: [presentation.name],
};
const group: StateTable = {
	label: 'user group',
	fields: userGroupFields,
	changeSets: userGroupChangeSets,
	identifierNames: ['groupId', 'id'],
	shownNames: [],
};

const check = (desired: IDataObject, current: IDataObject = {}, table = key) =>
	assertKnownFields(desired, current, table);

test.each<[string, IDataObject]>([
	['has what the update takes', { name: 'Colour', sort: 1, translations: [], values: [] }],
	['names the record', { propertyKeyId: 7 }],
	['has what a record shows and no update carries', { presentation: 'SINGLE_SELECT' }],
	['is what an earlier item of this node was', { success: true, changed: false, name: 'Colour' }],
	['has null or nothing under an unknown name', { colour: null, shade: undefined }],
	['has entries that are no records, which others refuse', { values: ['Red', null] }],
	['has no list where one belongs, which others refuse', { translations: 'sv' }],
	['has records where a text belongs, which others refuse', { values: [{ value: [{ a: 1 }] }] }],
])('a Desired State is taken that %s', (_what, desired) => {
	expect(() => check(desired)).not.toThrow();
});

test('what the record as it is has came with it, in its entries too', () => {
	const inOne = (by: string) => [{ value: 'Red', translations: [{ languageCode: 'sv', by }] }];
	expect(() => check({ usageCount: 3 }, { usageCount: 2 })).not.toThrow();
	expect(() => check({ values: [{ usedBy: 3 }] }, { values: [{}, { usedBy: 2 }] })).not.toThrow();
	expect(() => check({ values: inOne('Ann') }, { values: [{}, ...inOne('Bo')] })).not.toThrow();
});

test('a list may go by another name, and entries that are only referred to may have more', () => {
	const [reports] = userGroupChangeSets;
	const [otherName = ''] = reports?.otherNames ?? [];
	const desired = { id: 1, [otherName]: [7], roles: [{ role: 'READ', title: 'Reader' }] };
	expect(() => check(desired, {}, group)).not.toThrow();
});

const keyTakes = 'The update takes name, keyGroup, sort, translations, values.';
const valueTakes =
	'The update takes propertyValueId, value, mediaURL, filterTag, sort, translations.';
const translationTakes = 'The update takes languageCode, name, description.';

test.each<[IDataObject, string, string]>([
	[
		{ name: 'Colour', colour: 'red' },
		'Desired State: "colour" is not a field that the update takes',
		`Leave it out. ${keyTakes}`,
	],
	[
		{ colour: '' },
		'Desired State: "colour" is not a field that the update takes',
		`Leave it out. ${keyTakes}`,
	],
	[
		{ translation: [] },
		'Desired State: "translation" is not a field that the update takes',
		`Is it "translations"? Else leave it out. ${keyTakes}`,
	],
	[
		{ sortOrder: 1 },
		'Desired State: "sortOrder" is not a field that the update takes',
		`Is it "sort"? Else leave it out. ${keyTakes}`,
	],
	[
		{ KEYGROUP: 'Clothing' },
		'Desired State: "KEYGROUP" is not a field that the update takes',
		`Is it "keyGroup"? Else leave it out. ${keyTakes}`,
	],
	[
		{ values: [{ value: 'Red' }, { value: 'Blue', media: 'blue.png' }] },
		'Desired State > Values, entry 2: "media" is not a field that the update takes',
		`Is it "mediaURL"? Else leave it out. ${valueTakes}`,
	],
	[
		{ translations: ['sv', { languageCode: 'de', label: 'Farbe' }] },
		'Desired State > Translations, entry 2: "label" is not a field that the update takes',
		`Leave it out. ${translationTakes}`,
	],
	[
		{ values: [{ value: 'Red' }, { translations: ['sv', { languageCode: 'de', label: 'Rot' }] }] },
		'Desired State > Values, entry 2, Translations, entry 2: "label" is not a field that the update takes',
		`Leave it out. ${translationTakes}`,
	],
])('%j is refused, with what the update takes', (desired, message, description) => {
	expect(refusal(() => check(desired))).toEqual({
		message,
		description,
		errorCode: 'invalid-input',
	});
});

test.each<[IDataObject, IDataObject]>([
	[{ values: [{ value: 'Red', label: 'Rot' }] }, { label: 'Farbe' }],
	[{ label: 'Farbe' }, { values: [{ value: 'Red', label: 'Rot' }] }],
	[
		{ values: [{ value: 'Red', translations: [{ languageCode: 'de', label: 'Rot' }] }] },
		{ values: [{ value: 'Red', label: 'Rot' }], translations: [{ languageCode: 'de', label: 1 }] },
	],
])('%j is refused although the record has the name elsewhere: %j', (desired, current) => {
	expect(refusal(() => check(desired, current)).message).toMatch(
		/: "label" is not a field that the update takes$/,
	);
});
