import type { IDataObject } from 'n8n-workflow';
import { fullNames } from '../../../../src/api/assumedNames';
import { InputError } from '../../../../src/api/errors';
import { fieldNamesLabel } from '../../../../src/api/fieldNames';
import { readBody } from '../../../../src/forms/body';
import type { DesiredUpdate } from '../../../../src/forms/changeSet/desiredUpdate';
import type { FormItem } from '../../../../src/forms/formItem';
import { NaturalKey } from '../../../../src/forms/naturalKeys';
import type { NodeOperation, Upsert } from '../../../../src/runtime/operation';
import { addDifferences } from '../../../../src/runtime/upsert';
import { isIdentifier } from '../../../../src/values/jsonObject';
import {
	invitationNotice,
	keyedGroups,
	newUser,
	userVerification,
	userLists,
	withIdLists,
} from './userFields';

const labels = Object.fromEntries(
	[...newUser.fields, ...newUser.optional].map(({ name, displayName }) => [name, displayName]),
);

/** An update may replace the list, so tenants that nobody knows of would be lost. */
function unknownTenants(address: string): InputError {
	return new InputError(
		`The record of the user "${address}" doesn't show the connected tenants`,
		`Set "user.tenantIds" in '${fieldNamesLabel}' of the credential to the field with the tenants. To find it, use Integration Service Check. If the service doesn't show them, remove 'Connected Tenants', and set them with User > Update.`,
	);
}

function showsTenants(record: IDataObject): boolean {
	const { tenantIds } = withIdLists(record);
	return Array.isArray(tenantIds) && tenantIds.every(isIdentifier);
}

const describeAdded = (label: string, id: unknown) => `${label} ${String(id)} is added.`;

/** What a record may show under another name or in another case. */
function withKnownValues(current: IDataObject, desired: IDataObject): IDataObject {
	const known = { ...current };
	const { firstName, lastName, kind } = desired;
	if (String(current.kind).toLowerCase() === String(kind).toLowerCase()) known.kind = kind;
	const isSplit = current.firstName !== undefined || current.lastName !== undefined;
	const fullName = `${String(firstName)} ${String(lastName)}`;
	if (!isSplit && fullNames.some((name) => current[name] === fullName)) {
		Object.assign(known, { firstName, lastName });
	}
	return known;
}

function compareUsers(current: IDataObject, desired: IDataObject): DesiredUpdate {
	const fields = { ...desired };
	// The user was found by it, so only its case can differ.
	delete fields.emailAddress;
	const shown = withIdLists(current);
	const body: IDataObject = {};
	const summary: string[] = [];
	for (const { name, label, sendsAll } of userLists) {
		const ids = fields[name];
		if (!Array.isArray(ids)) continue;
		delete fields[name];
		const present = [shown[name] ?? []].flat() as Array<string | number>;
		const known = present.map(String);
		const missing = (ids as Array<string | number>).filter((id) => !known.includes(String(id)));
		if (missing.length === 0) continue;
		body[name] = sendsAll ? [...present, ...missing] : missing;
		summary.push(...missing.map((id) => describeAdded(label, id)));
	}
	const known = withKnownValues(current, desired);
	const comparison = addDifferences({ current: known, body, summary }, fields, labels);
	return { ...comparison, current };
}

function readUser(item: FormItem): Upsert {
	const body = readBody(item, newUser);
	const [groups] = userLists;
	const key = new NaturalKey('userId', body.emailAddress);
	return {
		key,
		body,
		addOnly: {
			name: groups.name,
			taken: 'user-already-has-group',
			describe: (id) => describeAdded(groups.label, id),
		},
		compare(record) {
			const comparison = compareUsers(record ?? {}, body);
			const changesTenants = record && comparison.body?.tenantIds !== undefined;
			if (changesTenants && !showsTenants(record)) throw unknownTenants(key.text);
			return comparison;
		},
		verification: userVerification,
	};
}

export const upsert: NodeOperation<'user.create'> = {
	id: 'user.upsert',
	description: 'Create a user, or update the user with this email address. Safe to run repeatedly.',
	notice: invitationNotice,
	form: newUser,
	keyedLists: [keyedGroups(newUser)],
	upsert: readUser,
};
