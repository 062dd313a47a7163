import { InputError } from '../api/errors';
import { writeJson, writtenNumber } from '../http/parseJson';
import type { Field } from './fields/field';
import type { FormItem } from './formItem';

/** Whether a value is one that a field was left without. */
export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

/**
 * A value as it is compared: text without the blanks around it, language codes without regard to
 * case.
 *
 * @param name the field's name
 * @param value its value
 */
export function comparable<Value>(name: string, value: Value): Value | string {
	if (typeof value !== 'string') return value;
	return name === 'languageCode' ? value.trim().toLowerCase() : value.trim();
}

/** Usual writings of the two truth values, compared without regard to case. */
const writings: ReadonlyMap<string, boolean> = new Map([
	...['true', 'yes', 'y', 'on', '1'].map((word) => [word, true] as const),
	...['false', 'no', 'n', 'off', '0'].map((word) => [word, false] as const),
]);

/**
 * A truth value in any usual writing.
 *
 * @param value the value, as text, number or truth value
 * @param words words that mean true and false for this field only
 * @returns undefined where neither can be meant
 */
export function asBoolean(value: unknown, words: Field['words'] = undefined): boolean | undefined {
	const text = String(value).trim().toLowerCase();
	if (text === words?.yes) return true;
	if (text === words?.no) return false;
	return writings.get(text);
}

/**
 * A value as a message shows it.
 *
 * @param value any value
 */
export function inWords(value: unknown): string {
	if (typeof value === 'object') return writeJson(value);
	return writtenNumber(value) ?? String(value).trim();
}

/**
 * A value as it travels: numbers as numbers and text without the blanks around it, whatever an
 * expression gave.
 *
 * @param field what the value is
 * @param value the value, not empty
 * @param position where it stands, for messages, for example "Values > Added, entry 2"
 * @throws InputError where the value is of another kind
 */
export function readValue(field: Field, value: unknown, position = ''): boolean | number | string {
	const { label, type, minimum } = field;
	const text = inWords(value);
	const refuse = (what: string): never => {
		const where = position === '' ? '' : `${position}: `;
		throw new InputError(
			`${where}${label} "${text}" is not ${what}`,
			`Correct ${label}, or clear it. If it comes from an expression, check this item.`,
		);
	};
	if (type === 'boolean') return asBoolean(value, field.words) ?? refuse('true or false');
	if (type === 'integer') {
		// Beyond this, a number would be changed silently on its way.
		const isWhole = /^-?\d+(\.0+)?$/.test(text) && Number.isSafeInteger(Number(text));
		if (isWhole && Number(text) >= (minimum ?? -Infinity)) return Number(text);
		return refuse(
			minimum === undefined ? 'a whole number' : `a whole number of at least ${minimum}`,
		);
	}
	return typeof value === 'object' ? refuse('a text') : text;
}

/**
 * A text that may be left out, without the blanks around it.
 *
 * @param label the field's label
 * @param value the parameter's value
 * @returns undefined where it is empty
 * @throws InputError where an expression gave a record or a list
 */
export function readText(label: string, value: unknown): string | undefined {
	if (isEmpty(value)) return undefined;
	return String(readValue({ name: label, label, type: 'string' }, value));
}

/** What a choice is read from. */
export type ChoiceForm = Pick<FormItem, 'parameter'>;

/**
 * The entry of a drop-down, also where an expression gave it.
 *
 * @param label the drop-down's label
 * @param name name or path of the parameter
 * @param choices the values that it has
 * @param fallback what holds where it is not set
 * @throws InputError where the value is none of them
 */
export function readChoice<Choice extends string>(
	item: ChoiceForm,
	label: string,
	name: string,
	choices: readonly Choice[],
	fallback: Choice,
): Choice {
	const text = inWords(item.parameter<unknown>(name, fallback) ?? '');
	const choice = choices.find((known) => known.toLowerCase() === text.toLowerCase());
	if (choice !== undefined) return choice;
	throw InputError.notAChoice(label, text, choices);
}

/**
 * Whether a switch of the form is on, whatever an expression gave.
 *
 * @param label the switch's label
 * @param name name or path of the parameter
 * @param fallback what holds where it is not set
 * @throws InputError where the value says neither
 */
export function isOn(item: FormItem, label: string, name: string, fallback = false): boolean {
	const value = item.parameter<unknown>(name, fallback);
	return isEmpty(value) ? fallback : readValue({ name, label, type: 'boolean' }, value) === true;
}

/** What a field that takes several was given: a list, one entry, or a text with commas. */
function severalOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flatMap(severalOf);
	if (typeof value !== 'string') return isEmpty(value) ? [] : [value];
	// Models like to write a list as JSON.
	return value
		.trim()
		.replace(/^\[(.*)\]$/s, '$1')
		.split(',')
		.map((entry) =>
			entry
				.trim()
				.replace(/^"(.*)"$/s, '$1')
				.trim(),
		)
		.filter((entry) => entry !== '');
}

/**
 * The entries of a field that takes several, each once.
 *
 * @param field what each entry is
 * @param value the parameter's value: a list, one entry, or a text with commas between entries
 * @throws InputError naming the entry
 */
export function readValues(field: Field, value: unknown): Array<boolean | number | string> {
	const entries = severalOf(value).map((entry, index) => {
		// An identifier whose type is not known is passed on as it came.
		if (field.type === 'string' && typeof entry === 'number') return entry;
		return readValue({ ...field, label: 'the value' }, entry, `${field.label}, entry ${index + 1}`);
	});
	return [...new Set(entries)];
}

/**
 * Checks a number of the Options collection.
 *
 * @param field its label
 * @param value the parameter's value
 * @param minimum the smallest number that makes sense
 * @throws InputError where it is no whole number, or smaller
 */
export function wholeNumber(field: string, value: unknown, minimum: number): number {
	const number = Number(value);
	if (Number.isInteger(number) && number >= minimum) return number;
	throw new InputError(
		`${field} "${String(value)}" is not a whole number of at least ${minimum}`,
		`Correct ${field} in the options, or remove it.`,
	);
}
