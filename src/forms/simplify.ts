import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { getValue } from '../api/jsonObject';
import { type Field, titleOf } from './fields/field';
import type { FormItem } from './formItem';
import { isOn, readChoice, readValues } from './value';

/** How much of a record a tool passes to its model. */
const toolOutputs = ['raw', 'selectedFields', 'simplified'] as const;

/** Which fields of a record are returned. */
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

const lastName = (path: string): string => path.split('.').at(-1) ?? path;

const selectedFields: Field = { name: 'fields', label: 'Fields', type: 'string', multiple: true };

/** Conditions in addition to those of all fields of the choice. */
function showIf({ displayOptions }: RecordOutput, further: IDisplayOptions): IDisplayOptions {
	return {
		show: { ...displayOptions?.show, ...further.show },
		hide: { ...displayOptions?.hide, ...further.hide },
	};
}

/** The fields that n8n's guidelines ask for in tools whose records have many fields. */
export function toolOutputFields(output: RecordOutput): INodeProperties[] {
	const { simplified, all, outputName = 'output' } = output;
	const names = [...new Set([...simplified, ...all])];
	return [
		{
			displayName: outputName === 'output' ? 'Output' : 'Output Fields',
			name: outputName,
			type: 'options',
			displayOptions: showIf(output, { show: { '@tool': [true] } }),
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
			displayOptions: showIf(output, {
				show: { '@tool': [true], [outputName]: ['selectedFields'] },
			}),
			options: names
				.map((path) => ({ name: titleOf(lastName(path)), value: path }))
				.sort((a, b) => a.name.localeCompare(b.name)),
			default: [...simplified],
			description: 'Fields to return. To return other fields, enter their names as an expression.',
		},
	];
}

/** 'Simplify', and for tools 'Output'. */
export function simplifyFields(output: RecordOutput): INodeProperties[] {
	return [
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			displayOptions: showIf(output, { hide: { '@tool': [true] } }),
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
		...toolOutputFields(output),
	];
}

/** The values at some paths of a record, each under the last name of its path. */
function pickFields(record: IDataObject, paths: readonly string[]): IDataObject {
	const found: IDataObject = {};
	for (const path of paths) {
		const value = getValue(record, path) as IDataObject[string];
		if (value !== undefined) found[lastName(path)] = value;
	}
	return found;
}

type Shorten = (record: IDataObject) => IDataObject;

const keepAll: Shorten = (record) => record;

/** A record that would lose all but its identifiers stays whole. */
function keepOnly(paths: readonly string[], identifiers: readonly string[] = []): Shorten {
	return (record) => {
		const fields = pickFields(record, paths);
		return Object.keys(fields).some((name) => !identifiers.includes(name)) ? fields : record;
	};
}

/** How much of each record a tool passes to its model. Outside of a tool, records stay whole. */
export function readToolOutput(item: FormItem, output: RecordOutput): Shorten {
	const { simplified, identifiers, outputName = 'output' } = output;
	if (!item.isTool) return keepAll;
	const choice = readChoice(item, 'Output', outputName, toolOutputs, 'simplified');
	if (choice === 'raw') return keepAll;
	if (choice === 'simplified') return keepOnly(simplified, identifiers);
	const value = item.parameter<unknown>(selectedFields.name, simplified);
	return keepOnly(readValues(selectedFields, value).map(String));
}

/** Read before a request, so a wrong choice is refused before anything is changed. */
export function readOutput(item: FormItem, output: RecordOutput): Shorten {
	if (item.isTool) return readToolOutput(item, output);
	return isOn(item, 'Simplify', 'simplify', true) ? keepOnly(output.simplified) : keepAll;
}
