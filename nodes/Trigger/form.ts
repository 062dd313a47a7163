import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { InputError } from '../../src/api/errors';
import { readValues } from '../../src/forms/value';
import {
	pollOptionsField,
	type PollSettings,
	readPollSettings,
	readTriggerOn,
	startFromField,
} from '../../src/polling/form';
import { type RecordEvent, recordEvents } from './recordEvent';

const resources = ['journal', 'user', 'userGroup'] as const;

/** What the user chose in the form. */
export interface TriggerSettings extends PollSettings {
	readonly resource: (typeof resources)[number];
	readonly triggerOn: readonly RecordEvent[];
	/** Names of fields whose change does not count. */
	readonly ignoreFields: ReadonlySet<string>;
}

/** The form of the trigger. */
export const fields: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Journal', value: 'journal', description: 'Invoice and payment journals' },
			{ name: 'User', value: 'user', description: 'Active and inactive users of the tenant' },
			{ name: 'User Group', value: 'userGroup', description: 'Active and inactive user groups' },
		],
		default: 'user',
	},
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'multiOptions',
		required: true,
		displayOptions: { show: { resource: ['user', 'userGroup'] } },
		options: [
			{
				name: 'Changed',
				value: 'changed',
				description: 'A record changed, for example because it was deactivated',
			},
			{ name: 'Created', value: 'created', description: 'A new record appeared' },
			{ name: 'Deleted', value: 'deleted', description: 'A record no longer exists' },
		],
		default: ['created', 'changed'],
	},
	startFromField('Records'),
	pollOptionsField([
		{
			displayName: 'Ignore Fields',
			name: 'ignoreFields',
			type: 'string',
			displayOptions: { show: { '/resource': ['user', 'userGroup'] } },
			default: '',
			placeholder: 'e.g. lastLogin, modifiedAt',
			description: 'Comma-separated list of fields whose changes do not trigger the workflow',
		},
	]),
];

/** @throws InputError if a field is empty or wrong */
export function readSettings(functions: IPollFunctions): TriggerSettings {
	const selected = functions.getNodeParameter('resource', 'user');
	const resource = resources.find((each) => each === selected);
	if (!resource) throw InputError.notAChoice('Resource', selected, resources);
	const { ignoreFields } = functions.getNodeParameter('options', {}) as IDataObject;
	const label = 'Ignore Fields';
	const names = readValues({ name: 'ignoreFields', label, type: 'string' }, ignoreFields);
	return {
		...readPollSettings(functions),
		resource,
		triggerOn: resource === 'journal' ? ['created'] : readTriggerOn(functions, recordEvents),
		ignoreFields: new Set(names.map(String)),
	};
}
