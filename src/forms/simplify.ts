import type { IDataObject, INodeProperties } from 'n8n-workflow';
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

const simplify = booleanParameter(
	'simplify',
	'Whether to return a simplified version of the response instead of the raw data',
	true,
);

/** 'Simplify', and for tools 'Output', as n8n's guidelines ask for records with many fields. */
export function simplifyFields({ simplified, all }: RecordOutput): INodeProperties[] {
	return [
		{ ...simplify, displayOptions: { hide: { '@tool': [true] } } },
		{ ...toolChoice, displayOptions: { show: { '@tool': [true] } } },
		{
			...selectedFields,
			displayOptions: { show: { '@tool': [true], [toolChoice.name]: ['selectedFields'] } },
			options: [...simplified, ...all]
				.map((path) => ({ name: titleOf(lastName(path)), value: path }))
				.sort((a, b) => a.name.localeCompare(b.name)),
			default: [...simplified],
			description: 'Fields to return. To return other fields, enter their names as an expression.',
		},
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

/** Read before a request, so a wrong choice is refused before anything is changed. */
export function readOutput(item: FormItem, { simplified }: RecordOutput): Selection {
	const choice = item.isTool ? readChoice(item, toolChoice) : undefined;
	if (choice === 'raw' || (choice === undefined && !isOn(item, simplify)))
		return (record) => record;
	if (choice === 'selectedFields') {
		const value = item.parameter<unknown>(selectedFields.name, simplified);
		const names = readTextValues(selectedFields.displayName, value);
		// The item shows a nested field under its last name, so that name may be entered.
		const pathOf = (name: string) => simplified.find((path) => lastName(path) === name) ?? name;
		const paths = names.map(pathOf);
		// Nothing but these fields: what a person doesn't select may not reach a model.
		return (record) => pickFields(record, paths);
	}
	return (record) => {
		const fields = pickFields(record, simplified);
		return Object.keys(fields).length > 0 ? fields : record;
	};
}
