import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { formOf } from '../../src/forms/formItem';
import { choiceParameter, readChoice, textParameter } from '../../src/forms/parameters';
import { readTextValues } from '../../src/forms/value';
import { pollFields, readTriggerOn } from '../../src/polling/form';
import { recordEvents } from './recordEvent';

const resource = choiceParameter('resource', 'user', undefined, {
	journal: ['Journal', 'Invoice and payment journals'],
	user: ['User', 'Active and inactive users of the tenant'],
	userGroup: ['User Group', 'Active and inactive user groups'],
});

const ignoreFields = textParameter(
	'ignoreFields',
	'lastLogin, address.modifiedAt',
	"Comma-separated list of fields whose changes don't trigger the workflow. For a field inside of another, use a dot.",
);

const compared = ['user', 'userGroup'];

const [triggerOn, ...otherFields] = pollFields(
	'Records',
	['created', 'changed'],
	{
		changed: [
			'Changed',
			'A record changed, for example because it was deactivated',
			'On user or user group changed',
		],
		created: ['Created', 'A new record appeared', 'On user, user group, or journal created'],
		deleted: ['Deleted', 'A record no longer exists', 'On user or user group deleted'],
	},
	[{ ...ignoreFields, displayOptions: { show: { '/resource': compared } } }],
);

export const fields: INodeProperties[] = [
	{ ...resource, noDataExpression: true },
	{ ...triggerOn, displayOptions: { show: { resource: compared } } },
	...otherFields,
];

/** @throws InputError if a field is empty or wrong */
export function readSettings(functions: IPollFunctions) {
	const selected = readChoice(formOf(functions), resource);
	const options = functions.getNodeParameter('options', {}) as IDataObject;
	const names = readTextValues(ignoreFields.displayName, options.ignoreFields);
	return {
		resource: selected,
		/** Journals are only created, so there is no choice. */
		triggerOn: selected === 'journal' ? [] : readTriggerOn(functions, recordEvents),
		/** Names or paths of fields whose change does not count. */
		ignoreFields: names,
	};
}

export type TriggerSettings = ReturnType<typeof readSettings>;
