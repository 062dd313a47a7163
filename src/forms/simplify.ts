import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { recordOf } from '../api/fieldNames';
import { getValue } from '../values/jsonObject';
import type { FormItem } from './formItem';
import { booleanParameter, choiceParameter, isOn, readChoice, titleOf } from './parameters';
import { readTextValues } from './value';

/** Which fields of a record are returned. */
export interface RecordOutput {
	/** The fields most used, by their paths in the record, at most ten. */
	readonly simplified: readonly string[];
	/** The other fields that are known. */
	readonly all: readonly string[];
	/** Those of the simplified fields that only identify the record. */
	readonly identifiers?: readonly string[];
	/** When its form has 'Simplify'; always if not set. */
	readonly displayOptions?: IDisplayOptions;
}

const lastName = (path: string): string => path.split('.').at(-1) ?? path;

const selectedFields = { displayName: 'Fields', name: 'fields', type: 'multiOptions' } as const;

/** How much of a record a tool passes to its model. */
const toolChoice = choiceParameter(
	'output',
	'simplified',
	'How much of each record the model receives',
	{
		raw: ['Raw', 'All fields'],
		selectedFields: ['Selected Fields', 'Only the fields you select'],
		simplified: ['Simplified', 'The most used fields'],
	},
);

/** The fields that n8n's guidelines ask for in tools whose records have many fields. */
export function toolOutputFields(output: RecordOutput): INodeProperties[] {
	const { simplified, all } = output;
	const names = [...new Set([...simplified, ...all])];
	return [
		{ ...toolChoice, displayOptions: { show: { '@tool': [true] } } },
		{
			...selectedFields,
			displayOptions: { show: { '@tool': [true], [toolChoice.name]: ['selectedFields'] } },
			options: names
				.map((path) => ({ name: titleOf(lastName(path)), value: path }))
				.sort((a, b) => a.name.localeCompare(b.name)),
			default: [...simplified],
			description: 'Fields to return. To return other fields, enter their names as an expression.',
		},
	];
}

const simplify = booleanParameter(
	'simplify',
	'Whether to return a simplified version of the response instead of the raw data',
	true,
);

/** 'Simplify', and for tools 'Output'. */
export function simplifyFields(output: RecordOutput): INodeProperties[] {
	return [
		{ ...simplify, displayOptions: { hide: { '@tool': [true] } } },
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

/** The part of a record that an item has. */
type Selection = (record: IDataObject) => IDataObject;

const keepAll: Selection = (record) => record;

/** Nothing but these fields: what a person doesn't select may not reach a model. */
function select({ fieldNames, operation }: FormItem, paths: readonly string[]): Selection {
	return (record) => pickFields(fieldNames.toNodes(recordOf(operation), record), paths);
}

/** A record that would lose all but its identifiers stays whole. */
function simplifyTo(item: FormItem, { simplified, identifiers = [] }: RecordOutput): Selection {
	const shorten = select(item, simplified);
	return (record) => {
		const fields = shorten(record);
		return Object.keys(fields).some((name) => !identifiers.includes(name)) ? fields : record;
	};
}

/** How much of each record a tool passes to its model. Outside of a tool, records stay whole. */
export function readToolOutput(item: FormItem, output: RecordOutput): Selection {
	const { simplified } = output;
	if (!item.isTool) return keepAll;
	const choice = readChoice(item, toolChoice);
	if (choice === 'raw') return keepAll;
	if (choice === 'simplified') return simplifyTo(item, output);
	const value = item.parameter<unknown>(selectedFields.name, simplified);
	const names = readTextValues(selectedFields.displayName, value);
	// The item shows a nested field under its last name, so that name may be entered.
	const pathOf = (name: string) => simplified.find((path) => lastName(path) === name) ?? name;
	return select(item, names.map(pathOf));
}

/** Read before a request, so a wrong choice is refused before anything is changed. */
export function readOutput(item: FormItem, output: RecordOutput): Selection {
	if (item.isTool) return readToolOutput(item, output);
	return isOn(item, simplify) ? simplifyTo(item, output) : keepAll;
}
