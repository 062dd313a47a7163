import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../../api/errors';
import type { FormItem } from '../formItem';
import { isOn, readChoice } from '../value';

const changeModes = ['changes', 'desired', 'json'] as const;

/** How an update says what is to change. */
export type ChangeMode = (typeof changeModes)[number];

/** The forms of the change modes, each with its texts. */
export interface ChangeForms {
	/** Fields of the mode "Changes". */
	readonly changes: readonly INodeProperties[];
	readonly currentState: string;
	/** Whether Current State cannot be read from the service. */
	readonly needsCurrentState?: true;
	readonly desiredState: string;
	readonly jsonBody: string;
	/** Whether the body must hold something. */
	readonly needsJsonBody?: true;
}

/**
 * The choice of a change mode and the fields of each.
 *
 * @param forms fields and texts
 */
export function changeModeFields(forms: ChangeForms): INodeProperties[] {
	const json = (
		displayName: string,
		name: string,
		hint: string,
		required: true | undefined,
	): INodeProperties => ({
		displayName,
		name,
		type: 'json',
		typeOptions: { rows: 6 },
		default: '{}',
		required,
		hint,
	});
	return [
		{
			displayName: 'Change Mode',
			name: 'changeMode',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Changes',
					value: 'changes',
					description: 'Add, change, or remove single entries. Empty fields keep their value.',
				},
				{
					name: 'Desired State',
					value: 'desired',
					description: 'Provide the target state. The node works out the changes.',
				},
				{ name: 'JSON', value: 'json', description: 'Provide the request body as JSON' },
			],
			default: 'changes',
			description: 'How to define the changes',
		},
		...shownFor('changes', forms.changes),
		...shownFor('desired', [
			json('Current State', 'currentState', forms.currentState, forms.needsCurrentState),
			json('Desired State', 'desiredState', forms.desiredState, true),
		]),
		...shownFor('json', [json('JSON Body', 'jsonBody', forms.jsonBody, forms.needsJsonBody)]),
	];
}

/**
 * How the user says what is to change.
 *
 * @throws InputError where an expression gave another mode, or one that has no preview
 */
export function readChangeMode(item: FormItem): ChangeMode {
	const mode = readChoice(item, 'Change Mode', 'changeMode', changeModes, 'changes');
	if (mode === 'desired' || !isOn(item, 'Preview Only', 'options.previewOnly')) return mode;
	throw new InputError(
		`Preview Only is on, and Change Mode "${mode}" has no preview`,
		'Turn Preview Only off in the options, or set Change Mode to "Desired State".',
	);
}

function shownFor(mode: ChangeMode, fields: readonly INodeProperties[]): INodeProperties[] {
	return fields.map((field) => ({ ...field, displayOptions: { show: { changeMode: [mode] } } }));
}
