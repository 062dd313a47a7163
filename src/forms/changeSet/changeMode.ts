import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';
import type { FormItem } from '../formItem';
import { choiceParameter, readChoice } from '../parameters';
import { currentSource, desiredSource } from './recordState';

const changeMode = choiceParameter(
	'changeMode',
	'changes',
	{
		changes: ['Changes', 'Add, change, or remove single entries'],
		desired: ['Desired State', 'Provide the target state. The node works out the changes.'],
	},
	'How to define the changes',
);

const docsUrl =
	'https://github.com/n8n-nodes-integration-service/n8n-nodes-integration-service/blob/HEAD/docs/desired-state.md';

export const currentStateField: INodeProperties = {
	displayName: currentSource.title,
	name: 'currentState',
	type: 'json',
	typeOptions: { rows: 6 },
	default: '{}',
};

/** The field for the target record, with an example that is refused when it is sent. */
export function desiredStateField(example: string): INodeProperties {
	return {
		displayName: desiredSource.title,
		name: 'desiredState',
		type: 'json',
		required: true,
		typeOptions: { rows: 10 },
		default: example,
		description: `The target state. <a href="${docsUrl}" target="_blank">Learn more</a>.`,
		hint: 'Fields you leave out keep their value. If you include a list, include every entry.',
	};
}

/** The choice of a change mode and the fields of each. */
export function changeModeFields(
	changes: INodeProperties[],
	desired: INodeProperties[],
): INodeProperties[] {
	return [
		{ ...changeMode, noDataExpression: true },
		...updateDisplayOptions({ show: { changeMode: ['changes'] } }, changes),
		...updateDisplayOptions({ show: { changeMode: ['desired'] } }, desired),
	];
}

export function isDesiredMode(item: FormItem): boolean {
	return readChoice(item, changeMode) === 'desired';
}
