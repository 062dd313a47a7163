import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { valueAt } from '../api/jsonObject';
import type { Field } from './fields/field';
import type { FormItem } from './formItem';
import { isOn, readChoice, readValues } from './value';

/** How much of a record a tool hands to its model. */
const toolOutputs = ['raw', 'selectedFields', 'simplified'] as const;

/** Which fields of a record come out. */
export interface RecordOutput {
	/** The fields most used, by their paths in the record, at most ten. */
	readonly simplified: readonly string[];
	/** The other fields that are known. */
	readonly all: readonly string[];
	/** Those of the simplified fields that only say which record it is. */
	readonly identifiers?: readonly string[];
	/** Where the choice is offered. */
	readonly displayOptions?: IDisplayOptions;
	/** Name of the tool's choice, where `output` is something else. */
	readonly outputName?: string;
}

/** Splits `accessToTenant` and `mediaURL` into words in Title Case. */
function titleOf(path: string): string {
	const name = path.split('.').at(-1) ?? path;
	const words = name.charAt(0).toUpperCase() + name.slice(1).replace(/([a-z])([A-Z])/g, '$1 $2');
	return words
		.replace(/\bId(s?)$/, 'ID$1')
		.replace(/ (For|In|To) /, (small) => small.toLowerCase());
}

const selectedFields: Field = { name: 'fields', label: 'Fields', type: 'string', multiple: true };

/** Where a field is shown: where the choice is offered at all, and there under a condition. */
function where({ displayOptions }: RecordOutput, further: IDisplayOptions): IDisplayOptions {
	return {
		show: { ...displayOptions?.show, ...further.show },
		hide: { ...displayOptions?.hide, ...further.hide },
	};
}

/** Output, as n8n wants it for tools whose records have many fields. */
export function toolOutputFields(output: RecordOutput): INodeProperties[] {
	const { simplified, all, outputName = 'output' } = output;
	const names = [...new Set([...simplified, ...all])];
	return [
		{
			displayName: outputName === 'output' ? 'Output' : 'Output Fields',
			name: outputName,
			type: 'options',
			displayOptions: where(output, { show: { '@tool': [true] } }),
			options: [
				{ name: 'Raw', value: 'raw', description: 'All fields' },
				{
					name: 'Selected Fields',
					value: 'selectedFields',
					description: 'Only the fields you select',
				},
				{ name: 'Simplified', value: 'simplified', description: 'The most used fields' },
			],
			default: 'simplified',
			description: 'How much of each record the model receives',
		},
		{
			displayName: 'Fields',
			name: selectedFields.name,
			type: 'multiOptions',
			displayOptions: where(output, {
				show: { '@tool': [true], [outputName]: ['selectedFields'] },
			}),
			options: names
				.map((path) => ({ name: titleOf(path), value: path }))
				.sort((a, b) => a.name.localeCompare(b.name)),
			default: [...simplified],
			description: 'Fields to return. To return other fields, enter their names as an expression.',
		},
	];
}

/** Simplify, and for tools Output, as n8n wants them for records with many fields. */
export function simplifyFields(output: RecordOutput): INodeProperties[] {
	return [
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			displayOptions: where(output, { hide: { '@tool': [true] } }),
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
		...toolOutputFields(output),
	];
}

/** The values at some paths of a record, each under the last name of its path. */
function picked(record: IDataObject, paths: readonly string[]): IDataObject {
	const found: IDataObject = {};
	for (const path of paths) {
		const value = valueAt(record, path) as IDataObject[string];
		if (value !== undefined) found[path.split('.').at(-1) ?? path] = value;
	}
	return found;
}

/** What is handed out of a record; the record itself where nothing of it would be told. */
type Shortening = (record: IDataObject) => IDataObject;

const whole: Shortening = (record) => record;

function shortening(paths: readonly string[], identifiers: readonly string[] = []): Shortening {
	return (record) => {
		const fields = picked(record, paths);
		return Object.keys(fields).some((name) => !identifiers.includes(name)) ? fields : record;
	};
}

/**
 * How much of each record a tool hands to its model; outside of a tool records stay whole.
 *
 * @throws InputError where the choice is none of those offered
 */
export function readToolOutput(
	item: FormItem & { readonly isTool: boolean },
	{ simplified, identifiers, outputName = 'output' }: RecordOutput,
): Shortening {
	if (!item.isTool) return whole;
	switch (readChoice(item, 'Output', outputName, toolOutputs, 'simplified')) {
		case 'raw':
			return whole;
		case 'simplified':
			return shortening(simplified, identifiers);
		case 'selectedFields': {
			const value = item.parameter<unknown>(selectedFields.name, simplified);
			return shortening(readValues(selectedFields, value).map(String));
		}
	}
}

/**
 * How much of a record the user wants. It is read before a request, so that a wrong choice is
 * refused before anything is changed.
 *
 * @throws InputError where the choice is none of those offered
 */
export function readOutput(
	item: FormItem & { readonly isTool: boolean },
	output: RecordOutput,
): Shortening {
	if (item.isTool) return readToolOutput(item, output);
	return isOn(item, 'Simplify', 'simplify', true) ? shortening(output.simplified) : whole;
}
