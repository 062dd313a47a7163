/** Parameters as n8n describes them: each is stated once, for the form and for its reader. */
import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../api/errors';
import type { Form } from './formItem';
import { readTextValue, readValue } from './value';
import { formatValue, isEmpty, millisecondsPerMinute, showValue } from '../values/scalars';

/** Splits `accessToTenant` and `mediaURL` into words in Title Case. */
export function titleOf(name: string): string {
	const words = name.charAt(0).toUpperCase() + name.slice(1).replace(/([a-z])([A-Z])/g, '$1 $2');
	return words
		.replace(/\bId(s?)\b/, 'ID$1')
		.replace(/ (For|If|In|To) /, (small) => small.toLowerCase());
}

/** A drop-down of the node. */
export interface ChoiceParameter<Value extends string = string> extends INodeProperties {
	default: Value;
	options: Array<{ name: string; value: Value; description?: string }>;
}

/** A parameter whose label is its name in words. */
function namedParameter(name: string, details: Omit<INodeProperties, 'displayName' | 'name'>) {
	return { displayName: titleOf(name), name, ...details };
}

/** @param example shown while it is empty */
export function textParameter(name: string, example: string, description?: string) {
	const placeholder = `e.g. ${example}`;
	return namedParameter(name, { type: 'string', default: '', placeholder, description });
}

/** As {@link textParameter}, for a text that each item needs. */
export function requiredText(...text: Parameters<typeof textParameter>): INodeProperties {
	return { ...textParameter(...text), required: true };
}

/** A whole number that is empty at first, so it is not sent as 0. */
export function integerParameter(...text: Parameters<typeof textParameter>): INodeProperties {
	return { ...textParameter(...text), type: 'number', typeOptions: { numberPrecision: 0 } };
}

/** A whole number with a value at first. */
export function numberParameter(name: string, initial: number, description: string, minimum = 1) {
	const typeOptions = { minValue: minimum, numberPrecision: 0 };
	return namedParameter(name, { type: 'number', typeOptions, default: initial, description });
}

/** As {@link numberParameter}, for a time. */
export function milliseconds(...number: Parameters<typeof numberParameter>): INodeProperties {
	return { ...numberParameter(...number), hint: 'In milliseconds' };
}

/** A number as JSON has it, without an exponent. */
const decimal = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A time in minutes, with fractions. */
export function minutesParameter(
	name: string,
	initial: number,
	description: string,
): INodeProperties {
	return {
		...numberParameter(name, initial, description),
		typeOptions: { minValue: 0 },
		hint: 'In minutes, such as 10 or 0.5',
	};
}

export function booleanParameter(name: string, description: string, initial = false) {
	return namedParameter(name, { type: 'boolean', default: initial, description });
}

/**
 * @param choices the name and the description of each value, in alphabetical order, and of a trigger's
 *   event its text in the node panel
 */
export function choiceParameter<Value extends string>(
	name: string,
	initial: NoInfer<Value>,
	description: string | undefined,
	choices: Readonly<Record<Value, readonly [name: string, description?: string, action?: string]>>,
): ChoiceParameter<Value> {
	const options = (Object.keys(choices) as Value[]).map((value) => {
		const [label, text, action] = choices[value];
		return { name: label, value, ...(text && { description: text }), ...(action && { action }) };
	});
	const displayName = titleOf(name);
	return { displayName, name, type: 'options', options, default: initial, description };
}

/** The collections of a form: parameters that the user adds one by one. */
export type CollectionName = 'additionalFields' | 'filters' | 'options' | 'updateFields';

const collections: Readonly<Record<CollectionName, Partial<INodeProperties>>> = {
	additionalFields: { placeholder: 'Add field' },
	filters: { placeholder: 'Add filter' },
	options: { placeholder: 'Add option' },
	updateFields: {
		placeholder: 'Add field',
		description:
			'Fields to change. A field you add and leave empty is cleared. If an expression returns null, the field stays as it is.',
	},
};

export const isCollection = (name: string) => Object.hasOwn(collections, name);

export function collectionParameter(name: CollectionName, parameters: readonly INodeProperties[]) {
	const options = [...parameters].sort((a, b) => a.displayName.localeCompare(b.displayName));
	const { placeholder, description } = collections[name];
	const details = { placeholder, default: {}, description, options };
	return namedParameter(name, { type: 'collection', ...details });
}

export function notice(name: string, displayName: string): INodeProperties {
	return { displayName, name, type: 'notice', default: '' };
}

function readParameter(
	form: Form,
	{ name, default: initial }: INodeProperties,
	collection?: CollectionName,
): unknown {
	return form.parameter<unknown>(collection ? `${collection}.${name}` : name, initial);
}

/** The text of a parameter; undefined if it is empty. */
export function readText(form: Form, parameter: INodeProperties, collection?: CollectionName) {
	return readTextValue(parameter.displayName, readParameter(form, parameter, collection));
}

/** What to do about an option that is wrong. */
const correctOption = (label: string) => `Correct '${label}' in the options, or remove it.`;

/** For an option that was added and is empty, as by an expression without a value. */
export function emptyOption(label: string): InputError {
	return new InputError(`'${label}' in Options is empty`, correctOption(label));
}

/** The value in a parameter of the Options collection, and what to do if it is wrong. */
function optionValue(form: Form, parameter: INodeProperties) {
	const { displayName } = parameter;
	const value = readParameter(form, parameter, 'options');
	if (isEmpty(value)) throw emptyOption(displayName);
	return { value, remedy: correctOption(displayName) };
}

/** The number in a parameter of the Options collection. */
export function readNumber(form: Form, parameter: INodeProperties): number {
	const { value, remedy } = optionValue(form, parameter);
	return Number(readValue(parameter, value, '', remedy));
}

/**
 * The time in a parameter of the Options collection.
 *
 * @returns milliseconds, above 0
 * @throws InputError if the value is no such number
 */
export function readMinutes(form: Form, parameter: INodeProperties): number {
	const { value, remedy } = optionValue(form, parameter);
	const text = formatValue(value);
	const milliseconds = Math.round(Number(text) * millisecondsPerMinute);
	if (decimal.test(text) && milliseconds > 0) return milliseconds;
	throw new InputError(
		`${parameter.displayName} "${showValue(text)}" is not a number of minutes above 0`,
		remedy,
	);
}

/** Whether a switch is on, also if an expression returned its value. */
export function isOn(form: Form, parameter: INodeProperties, collection?: CollectionName): boolean {
	const given = readParameter(form, parameter, collection);
	return readValue(parameter, isEmpty(given) ? parameter.default : given) === true;
}

/** The choice of a drop-down, also if an expression returned it. */
export function readChoice<Value extends string>(
	form: Form,
	parameter: ChoiceParameter<Value>,
	collection?: CollectionName,
): Value {
	const text = formatValue(readParameter(form, parameter, collection) ?? '');
	const values = parameter.options.map(({ value }) => value);
	const choice = values.find((known) => known.toLowerCase() === text.toLowerCase());
	if (choice !== undefined) return choice;
	throw new InputError(
		`${parameter.displayName} "${showValue(text)}" is not one of the choices`,
		`Use one of ${values.join(', ')}.`,
	);
}
