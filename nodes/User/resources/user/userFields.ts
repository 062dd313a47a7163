import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { userKinds } from '../../../../src/api/assumedNames';
import { InputError } from '../../../../src/api/errors';
import type { FieldNames } from '../../../../src/api/fieldNames';
import { limits } from '../../../../src/api/limits';
import type { BodyForm } from '../../../../src/forms/body';
import type { Field } from '../../../../src/forms/fields/field';
import {
	booleanParameter,
	choiceParameter,
	notice,
	requiredText,
	textParameter,
	titleOf,
} from '../../../../src/forms/parameters';
import { readTextValues } from '../../../../src/forms/value';
import type { NamedValues } from '../../../../src/runtime/namesInLists';
import type { KeyedList, Verification } from '../../../../src/runtime/operation';
import { isRecord } from '../../../../src/values/jsonObject';
import { parseAddress } from '../../../../src/values/addresses';
import { isSet, showValue } from '../../../../src/values/scalars';

/** @throws InputError with the service's own code if a text is no email address */
function readAddress(text: string): string {
	const address = parseAddress(text);
	if (address !== undefined) return address;
	throw new InputError(
		`Email Address "${showValue(text)}" is not an email address`,
		'Enter one address, for example "anna.berg@example.com".',
		'invalid-email-address',
	);
}

const emailAddress: Field = {
	...requiredText('emailAddress', 'anna.berg@example.com'),
	emptyCode: 'email-address-required',
	parse: readAddress,
};

const nameFields = [textParameter('firstName', 'Anna'), textParameter('lastName', 'Berg')];

const groupsText = 'Groups to add, by name or ID, for normal users';

function accessFields(groupsDescription: string): readonly Field[] {
	return [
		choiceParameter(
			'kind',
			userKinds.normal,
			'Type of user. If your service has other types, enter the type as an expression.',
			{
				[userKinds.normal]: ['Normal User', 'Can be in user groups'],
				[userKinds.administrator]: ['Administrator', 'Has access to every connected tenant'],
			},
		),
		booleanParameter('active', 'Whether the user is active', true),
		{
			displayName: 'User Group Names or IDs',
			name: 'groupIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getUserGroups' },
			default: [],
			description: `${groupsDescription}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
			readAs: { type: 'number', typeOptions: { minValue: 0, maxValue: limits.int32 } },
		},
		{
			// The form would cut off "Connected Tenant Names or IDs".
			displayName: titleOf('connectedTenants'),
			name: 'tenantIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getConnectedTenants' },
			default: [],
			description:
				'Connected tenants, for normal users. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
	];
}

const groupNames: INodeProperties = {
	...textParameter('groupNames', 'Sales, Stock'),
	displayName: 'User Group Names',
	description:
		"Comma-separated list of names, usually an expression. For IDs, use 'User Group Names or IDs'. Both fields count.",
};

export const invitationNotice = notice(
	'invitationNotice',
	'The service sends an invitation email to each new user',
);

const requiredForNewUsers = 'Required, unless the user already exists in another tenant';

/** The groups of a user, by name, or by ID in the first field. An empty text of an update clears them. */
export function keyedGroups({ collection = 'options' }: BodyForm): KeyedList {
	return {
		parameter: `${collection}.groupIds`,
		names: 'groupId',
		read(form) {
			const { groupIds, groupNames: named } = form.parameter<IDataObject>(collection, {});
			// A record in place of a name is refused by the name of this field.
			readTextValues(groupNames.displayName, named);
			const values: NamedValues[] = [
				{ value: groupIds, mayHaveIds: true },
				{ value: named, mayHaveIds: false },
			];
			return values.filter(({ value }) => isSet(value));
		},
	};
}

export const checkedAddress: BodyForm = { fields: [emailAddress], collection: 'options' };

export const newUser = {
	fields: [
		emailAddress,
		...nameFields.map((field) => ({ ...field, description: requiredForNewUsers })),
	],
	collection: 'additionalFields',
	optional: accessFields(groupsText),
	others: [groupNames],
} satisfies BodyForm;

export const changedUser: BodyForm = {
	collection: 'updateFields',
	optional: [
		emailAddress,
		...nameFields,
		...accessFields(`${groupsText}. The service rejects groups the user already has`),
	],
	others: [groupNames],
};

/**
 * The lists of a user under the names of a body, and the records that they refer to. An update may only
 * add to them.
 */
export function sentLists(names: FieldNames) {
	return [
		{
			name: names.sentName('user', 'groupIds'),
			recordType: 'group',
			label: 'User group',
			sendsAll: false,
		},
		{
			name: names.sentName('user', 'tenantIds'),
			recordType: 'tenant',
			label: 'Connected tenant',
			sendsAll: true,
		},
	] as const;
}

/**
 * A user under the names of a body, with IDs in its lists, which may have records with them, or be null
 * if they are empty.
 */
export function asSent(record: IDataObject, names: FieldNames): IDataObject {
	const user = names.toBody('user', record);
	for (const { name, recordType } of sentLists(names)) {
		const list = user[name] === null ? [] : user[name];
		if (!Array.isArray(list)) continue;
		user[name] = (list as IDataObject[]).map((entry) =>
			isRecord(entry) ? (names.identifierValueOf(recordType, entry) ?? entry) : entry,
		);
	}
	return user;
}

/** How an update is compared with the user that it changed. */
export function userVerification(names: FieldNames): Verification {
	return {
		lists: sentLists(names).map(({ name }) => name),
		read: (record) => asSent(record, names),
	};
}
