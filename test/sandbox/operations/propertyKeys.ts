import type {
	ChangeSet,
	NewPropertyKey,
	PropertyKeyUpdate,
	PropertyValue,
	Translation,
} from '../records';
import type { SandboxState } from '../seed';
import { nextNumber, type PropertyKeyState } from '../state';
import { existing, refuseIf } from './errorStatuses';
import { type Call, type Handlers, malformed, without } from './handler';
import { listOf, nonEmptyString, openRecord } from './schemas';

/** The service gives a new value its ID. */
const newValue = openRecord({ propertyValueId: false }, ['value']);

function checkName({ state }: Call, name: string | undefined, except?: PropertyKeyState): void {
	refuseIf(!name?.trim(), 'invalid-property-key-name');
	const taken = [...state.propertyKeys.values()].some(
		(key) => key !== except && key.name.toLowerCase() === name?.toLowerCase(),
	);
	refuseIf(taken, 'property-key-name-already-exists');
}

function checkLanguages({ state }: Call, translations: Translation[] = []): void {
	const known = ({ languageCode }: Translation) => state.languageCodes.includes(languageCode);
	refuseIf(!translations.every(known), 'language-not-found');
}

function checkValues(call: Call, values: PropertyValue[]): void {
	const seen = new Set(values.map((each) => each.value?.toLowerCase()));
	refuseIf(seen.size < values.length, 'duplicate-property-value');
	for (const each of values) checkLanguages(call, each.translations);
}

/** A list after a change-set; whatever is modified or removed must be in it, what is added not. */
function changed<Entry, Removed>(
	list: Entry[],
	change: ChangeSet<Entry, Removed, Entry> | undefined,
	field: string,
	key: (entry: Entry) => unknown,
): Entry[] {
	const result = new Map(list.map((entry) => [key(entry), entry]));
	const known = (part: string, name: unknown) => {
		if (!result.has(name))
			throw malformed(`body/${field}/${part}: ${String(name)} is not in the key`);
	};
	for (const name of change?.removed ?? []) {
		known('removed', name);
		result.delete(name);
	}
	for (const entry of change?.modified ?? []) {
		known('modified', key(entry));
		result.set(key(entry), { ...result.get(key(entry)), ...entry });
	}
	for (const entry of change?.added ?? []) {
		if (result.has(key(entry))) throw malformed(`body/${field}/added: already in the key`);
		result.set(key(entry), entry);
	}
	return [...result.values()];
}

function withIdentifiers(state: SandboxState, values: PropertyValue[]): PropertyKeyState['values'] {
	return values.map((each) => ({
		...each,
		propertyValueId: each.propertyValueId ?? nextNumber(state),
		translations: each.translations ?? [],
	}));
}

export const propertyKeyHandlers = {
	'propertyKey.update': {
		body: openRecord({ values: openRecord({ added: listOf(newValue) }) }),
		handle: (call) => {
			const { state, path } = call;
			const found = state.propertyKeys.get(Number(path.propertyKeyId));
			const key = existing(found, 'property-key-not-found');
			refuseIf(key.property !== 'category', 'property-key-not-found');
			const {
				translations = {},
				values = {},
				...fields
			} = call.body as unknown as PropertyKeyUpdate;
			checkName(call, fields.name, key);
			const { added = [], modified = [], removed = [] } = translations;
			const removedLanguages = removed.map((languageCode) => ({ languageCode }));
			checkLanguages(call, [...added, ...modified, ...removedLanguages]);
			const newTranslations = changed(
				key.translations,
				translations,
				'translations',
				(each) => each.languageCode,
			);
			const { added: addedValues = [], ...otherChanges } = values;
			const newValues = [
				...changed<PropertyValue, number>(
					key.values,
					otherChanges,
					'values',
					(each) => each.propertyValueId,
				),
				...addedValues,
			];
			checkValues(call, newValues);
			Object.assign(key, fields, {
				translations: newTranslations,
				values: withIdentifiers(state, newValues),
			});
			return { body: without(key, 'property') };
		},
	},

	'propertyKey.create': {
		body: openRecord({
			presentation: nonEmptyString,
			propertyKeyId: false,
			values: listOf(newValue),
		}),
		handle: (call) => {
			const fields = call.body as unknown as NewPropertyKey;
			const { name, translations = [], values = [] } = fields;
			checkName(call, name);
			checkLanguages(call, translations);
			checkValues(call, values);
			const propertyKeyId = nextNumber(call.state);
			const key: PropertyKeyState = {
				...fields,
				property: 'variant',
				propertyKeyId,
				translations,
				values: withIdentifiers(call.state, values),
			};
			call.state.propertyKeys.set(propertyKeyId, key);
			return { body: without(key, 'property') };
		},
	},
} satisfies Partial<Handlers>;
