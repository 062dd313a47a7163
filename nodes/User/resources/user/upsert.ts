import type { IDataObject } from 'n8n-workflow';
import { fieldNamesLabel, fullNames } from '../../../../src/api/assumedNames';
import { InputError } from '../../../../src/api/errors';
import type { FieldNames } from '../../../../src/api/fieldNames';
import { readBody } from '../../../../src/forms/body';
import {
	compareFields,
	type Differences,
	joinDifferences,
} from '../../../../src/forms/changeSet/diff';
import type { FormItem } from '../../../../src/forms/formItem';
import { NaturalKey } from '../../../../src/forms/naturalKeys';
import type { NodeOperation, Upsert } from '../../../../src/runtime/operation';
import { ShownEntries } from '../../../../src/values/comparison';
import { isIdentifier, without } from '../../../../src/values/jsonObject';
import { formatValue } from '../../../../src/values/scalars';
import { comparableText } from '../../../../src/values/texts';
import {
	asSent,
	invitationNotice,
	keyedGroups,
	newUser,
	sentLists,
	userVerification,
} from './userFields';

const formFields = [...newUser.fields, ...newUser.optional];

/** An update may replace the list, so tenants that nobody knows of would be lost. */
function unknownTenants(address: string): InputError {
	return new InputError(
		`The record of the user "${address}" doesn't show the connected tenants`,
		`Set "user.tenantIds" in '${fieldNamesLabel}' of the credential to the field with the tenants. To find it, use Integration Service Check. If the service doesn't show them, remove 'Connected Tenants', and set them with User > Update.`,
	);
}

const describeAdded = (label: string, id: unknown) => `${label} ${formatValue(id)} is added.`;

/** What a record may show under another name or in another case. */
function withKnownValues(current: IDataObject, desired: IDataObject, names: FieldNames) {
	const known = { ...current };
	const kind = names.sentName('user', 'kind');
	const firstName = names.sentName('user', 'firstName');
	const lastName = names.sentName('user', 'lastName');
	const isSameKind = String(current[kind]).toLowerCase() === String(desired[kind]).toLowerCase();
	if (isSameKind) known[kind] = desired[kind];
	const isSplit = current[firstName] !== undefined || current[lastName] !== undefined;
	const fullName = comparableText(`${String(desired[firstName])} ${String(desired[lastName])}`);
	const isShown = (name: string) => comparableText(String(current[name])) === fullName;
	if (!isSplit && fullNames.some(isShown)) {
		known[firstName] = desired[firstName];
		known[lastName] = desired[lastName];
	}
	return known;
}

const isListOfIds = (value: unknown) => Array.isArray(value) && value.every(isIdentifier);

/**
 * @param record empty for a new user
 * @param desired under the names of a body
 * @throws InputError if the record doesn't show a list that is sent whole
 */
function compareUsers(
	record: IDataObject,
	desired: IDataObject,
	names: FieldNames,
	key: NaturalKey,
): Differences {
	// The user was found by the address, so only its case can differ.
	const fields = without(desired, names.sentName('user', 'emailAddress'));
	const shown = asSent(record, names);
	const isNew = Object.keys(record).length === 0;
	const body: IDataObject = {};
	const summary: string[] = [];
	for (const { name, label, sendsAll } of sentLists(names)) {
		const ids = fields[name];
		if (!Array.isArray(ids)) continue;
		delete fields[name];
		const present = [shown[name] ?? []].flat();
		const known = new ShownEntries(present);
		const missing = ids.filter((id) => known.find(id) !== 'equal');
		if (missing.length === 0) continue;
		if (sendsAll && !isNew && !isListOfIds(shown[name])) throw unknownTenants(key.text);
		body[name] = (sendsAll ? [...present, ...missing] : missing) as IDataObject[string];
		summary.push(...missing.map((id) => describeAdded(label, id)));
	}
	const labels = new Map(
		formFields.map((field) => [names.sentName('user', field.name), field.displayName]),
	);
	const named = Object.keys(fields).map((name) => ({
		name,
		displayName: labels.get(name) ?? name,
	}));
	const current = withKnownValues(shown, desired, names);
	return joinDifferences([{ body, summary }, compareFields(named, current, fields)]);
}

function readUser(item: FormItem): Upsert {
	const { fieldNames } = item;
	const body = readBody(item, newUser);
	const [groups] = sentLists(fieldNames);
	const key = new NaturalKey('userId', body[fieldNames.sentName('user', 'emailAddress')]);
	return {
		key,
		body,
		addOnly: {
			name: groups.name,
			taken: 'user-already-has-group',
			describe: (id) => describeAdded(groups.label, id),
		},
		compare: (record) => compareUsers(record ?? {}, body, fieldNames, key),
		verification: userVerification(fieldNames),
	};
}

export const upsert: NodeOperation = {
	id: 'user.upsert',
	description: 'Create a user, or update the user with this email address. Safe to run repeatedly.',
	notice: invitationNotice,
	form: newUser,
	keyedLists: [keyedGroups(newUser)],
	upsert: readUser,
};
