import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { InputError } from '../errors';
import { valueAt } from '../service/record';
import type { Field } from './fields/field';
import type { FormItem } from './item';
import { isOn, readValues } from './value';

/** How much of a record a tool hands to its model. */
const toolOutputs = ['raw', 'selectedFields', 'simplified'] as const;

/** Which fields of a record come out. */
export interface RecordOutput {
	/** The fields most used, by their paths in the record, at most ten. */
	readonly simplified: readonly string[];
	/** All fields that the specification shows. */
	readonly all: readonly string[];
	/** Where the choice is offered. */
	readonly displayOptions?: IDisplayOptions;
	/** Name of the tool's choice, where `output` is something else. */
	readonly outputName?: string;
}

/** Splits `accessToTenant` and `mediaURL` into words in Title Case. */
function titleOf(path: string): string {
	const name = path.split('.').at(-1) ?? path;
	const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/\bId$/, 'ID');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

const selectedFields: Field = { name: 'fields', label: 'Fields', type: 'string', several: true };

/**
 * Simplify, and for tools Output, as n8n wants them for records with many fields.
 *
 * @param output which fields there are
 */
export function simplifyFields(output: RecordOutput): INodeProperties[] {
	const { simplified, all, displayOptions, outputName = 'output' } = output;
	const where = (further: IDisplayOptions): IDisplayOptions => ({
		show: { ...displayOptions?.show, ...further.show },
		hide: { ...displayOptions?.hide, ...further.hide },
	});
	const names = [...new Set([...simplified, ...all])];
	return [
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			displayOptions: where({ hide: { '@tool': [true] } }),
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
		{
			displayName: outputName === 'output' ? 'Output' : 'Output Fields',
			name: outputName,
			type: 'options',
			displayOptions: where({ show: { '@tool': [true] } }),
			options: [
				{ name: 'Raw', value: 'raw', description: 'Everything that the service returns' },
				{
					name: 'Selected Fields',
					value: 'selectedFields',
					description: 'The fields that you choose',
				},
				{ name: 'Simplified', value: 'simplified', description: 'The fields most used' },
			],
			default: 'simplified',
			description: 'How much of the record the model gets',
		},
		{
			displayName: 'Fields',
			name: selectedFields.name,
			type: 'multiOptions',
			displayOptions: where({ show: { '@tool': [true], [outputName]: ['selectedFields'] } }),
			options: names
				.map((path) => ({ name: titleOf(path), value: path }))
				.sort((a, b) => a.name.localeCompare(b.name)),
			default: [...simplified],
			description:
				'The fields to return. An expression may name others, as a list or with commas between them.',
		},
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

/**
 * A record as the user wants it.
 *
 * @param item the item
 * @param isTool whether a model asked for it
 * @param record the record as the service returned it
 * @param output which fields there are
 * @returns the record itself where none of the wanted fields is in it, so that nothing is lost
 * @throws InputError where the choice is none of those offered
 */
export function withWantedFields(
	item: FormItem,
	isTool: boolean,
	record: IDataObject,
	{ simplified, outputName = 'output' }: RecordOutput,
): IDataObject {
	let paths: readonly string[] | undefined;
	if (isTool) {
		const chosen = item.parameter<string>(outputName, 'simplified');
		if (!toolOutputs.some((each) => each === chosen)) {
			throw new InputError(
				item.node,
				`Output "${chosen}" is not one of the choices`,
				`Use one of ${toolOutputs.join(', ')}.`,
			);
		}
		if (chosen === 'simplified') paths = simplified;
		if (chosen === 'selectedFields') {
			const value = item.parameter<unknown>(selectedFields.name, simplified);
			paths = readValues(item.node, selectedFields, value).map(String);
		}
	} else if (isOn(item, 'Simplify', 'simplify', true)) {
		paths = simplified;
	}
	if (paths === undefined) return record;
	const fields = picked(record, paths);
	return Object.keys(fields).length > 0 ? fields : record;
}
