import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../../../src/values/jsonObject';
import { identifierValueOf } from '../../../../src/api/identifiers';
import { bodyProperties, readBody } from '../../../../src/forms/body';
import type { FormItem } from '../../../../src/forms/formItem';
import { NaturalKey } from '../../../../src/forms/naturalKeys';
import type { NodeOperation } from '../../../../src/runtime/operation';
import {
	compareFields,
	type Comparison,
	runUpsert,
	type Upsert,
} from '../../../../src/runtime/upsert';
import { requireAddress } from './emailAddress';
import { invitationNotice, newUser } from './userFields';

const labels = Object.fromEntries(
	[...newUser.fields, ...newUser.optional].map(({ name, label }) => [name, label]),
);

/** The lists of a user, which only get longer. */
const lists = [
	{ name: 'groupIds', recordType: 'group', label: 'User group', sendsAll: false },
	{ name: 'tenantIds', recordType: 'tenant', label: 'Connected tenant', sendsAll: true },
] as const;

/** Entries of the list are IDs, or records with them. */
function readIds(recordType: 'group' | 'tenant', list: unknown): string[] {
	const entries: unknown[] = Array.isArray(list) ? list : [];
	return entries.map((entry) =>
		String(isRecord(entry) ? identifierValueOf(recordType, entry) : entry),
	);
}

function compareUsers(current: IDataObject, desired: IDataObject): Comparison {
	const fields = { ...desired };
	// The user was found by it, so only its case can differ.
	delete fields.emailAddress;
	const body: IDataObject = {};
	const after: IDataObject = {};
	const summary: string[] = [];
	for (const { name, recordType, label, sendsAll } of lists) {
		const ids = fields[name];
		if (!Array.isArray(ids)) continue;
		delete fields[name];
		const present = readIds(recordType, current[name]);
		const missing = (ids as Array<string | number>).filter((id) => !present.includes(String(id)));
		if (missing.length === 0) continue;
		after[name] = [...((current[name] ?? []) as string[]), ...missing];
		body[name] = sendsAll ? [...present, ...missing] : missing;
		summary.push(...missing.map((id) => `${label} ${id} is added.`));
	}
	return compareFields({ current, body, summary, after }, fields, labels);
}

function readUser(item: FormItem): Upsert {
	const body = requireAddress(readBody(item, newUser));
	return {
		key: new NaturalKey('userId', body.emailAddress),
		body,
		compare: (record = {}) => compareUsers(record, body),
	};
}

export const upsert: NodeOperation<'user.create'> = {
	id: 'user.upsert',
	name: 'Create or Update',
	action: 'Create or update user',
	description:
		'Create a user, or update the user with this email address. Can be called again safely.',
	fields: [invitationNotice, ...bodyProperties(newUser)],
	outputFields: { action: 'string', userId: 'uuid' },
	key: (item) => readUser(item).key,
	execute: async (item) => [await runUpsert(item, readUser(item))],
};
