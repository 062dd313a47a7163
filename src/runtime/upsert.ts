/** Create or Update: one record for each key, also if several executions run at once. */
import type { IDataObject } from 'n8n-workflow';
import { receivedRecord } from '../api/fieldNames';
import { InputError, ServiceError } from '../api/errors';
import { identifierValueOf } from '../api/identifiers';
import { type DesiredUpdate, noteUnchanged } from '../forms/changeSet/desiredUpdate';
import { describeField } from '../forms/changeSet/summary';
import { active } from '../forms/fields/field';
import { type NaturalKey, naturalKeys } from '../forms/naturalKeys';
import { comparable, parseBoolean } from '../values/scalars';
import { writeJson } from '../values/json';
import { responseOrRejection } from '../http/rejection';
import { findKey, findTakenKey, noteKey, resolveKey } from './keySearch';
import type { ItemContext } from './operation';
import { withDetails } from './preview';

/** The requests, and the codes that they fail with if another execution was faster. */
const steps = {
	userId: {
		get: 'user.get',
		update: 'user.update',
		races: ['user-already-in-tenant', 'user-already-has-group'],
	},
	groupId: {
		get: 'userGroup.get',
		update: 'userGroup.update',
		races: [
			...(['group-name-is-unavailable', 'group-already-have-access-to-report'] as const),
			'group-already-have-access-to-role',
		],
	},
} as const;

/** Updates of a record while other executions change it. */
const maxUpdates = 3;

export interface Comparison extends DesiredUpdate<IDataObject> {
	/** Fields of the record after the update. */
	readonly after: IDataObject;
}

/** What one item asks for. */
export interface Upsert {
	readonly key: NaturalKey;
	/** Creates the record. */
	readonly body: IDataObject;
	/** Whether a new record is updated, too. */
	readonly updatesNew?: boolean;
	/**
	 * @param record undefined if it doesn't exist yet
	 * @throws InputError if the target state can't be reached
	 */
	compare(record?: IDataObject): Comparison;
}

/** Adds the fields that differ to a comparison. */
export function compareFields(
	{ current, body, summary, after }: Comparison,
	desired: IDataObject,
	labels: Readonly<Record<string, string>> = {},
): Comparison {
	const text = (name: string, value: unknown) => writeJson(comparable(name, value) ?? null);
	const differs = (name: string) =>
		typeof desired[name] === 'boolean'
			? desired[name] !== parseBoolean(current[name], active.words)
			: text(name, desired[name]) !== text(name, current[name]);
	const names = Object.keys(desired).filter(differs);
	const changes = Object.fromEntries(names.map((name) => [name, desired[name]]));
	const sentences = names.map((name) =>
		typeof desired[name] === 'object'
			? `${name} becomes ${writeJson(desired[name])}.`
			: `${describeField({ name, label: labels[name] ?? name }, current, desired)}.`,
	);
	const all = { ...body, ...changes };
	return {
		current,
		...(Object.keys(all).length > 0 ? { body: all } : {}),
		summary: [...summary, ...sentences],
		after: { ...after, ...changes },
	};
}

/** @throws InputError or ServiceError, with the ID if the record was created */
export async function runUpsert(
	item: ItemContext<'user.create' | 'userGroup.create'>,
	upsert: Upsert,
): Promise<IDataObject> {
	const { service } = item;
	const { key, body, updatesNew } = upsert;
	const { record, recordType, label } = naturalKeys[key.picker];
	const found = await findKey(service, key);
	if (found !== undefined) return await update(item, upsert, found);
	const summary = [...upsert.compare().summary];
	const outcome = await responseOrRejection(
		withDetails(item.request({ body }), { changes: body, summary, action: 'created' }),
		steps[key.picker].races,
	);
	if (outcome instanceof ServiceError) {
		const faster = await findTakenKey(service, key);
		if (faster !== undefined) return await update(item, upsert, faster);
		const description = `Check the ${label}, or ask your administrator for access. No ${record.toLowerCase()} that the node can read has the ${label} "${key.text}".`;
		throw new ServiceError({ ...outcome.details, description });
	}
	const id = identifierValueOf(recordType, outcome.record);
	if (id !== undefined) noteKey(service, key, id);
	const action = outcome.statusCode === 200 ? 'added' : 'created';
	const created = { action, [key.picker]: id };
	// Somebody who exists in another tenant is added with the fields that they have there.
	if (!updatesNew && action === 'created') return { ...receivedRecord(outcome.record), ...created };
	try {
		return {
			...(await update(
				item,
				upsert,
				id ?? (await findTakenKey(service, key)) ?? (await resolveKey(service, key)),
			)),
			action,
		};
	} catch (error) {
		throw incomplete(error, key.text, created);
	}
}

/** An error after the record was created. */
function incomplete(error: unknown, name: string, created: IDataObject): unknown {
	if (!(error instanceof InputError || error instanceof ServiceError)) return error;
	const { message, errorCode } = error;
	const description = `'${name}' was created, but not updated. Run this item again. ${error.description}`;
	const httpStatus = error.httpStatus ?? undefined;
	return new ServiceError({ message, description, errorCode, httpStatus }, created);
}

async function update(
	item: ItemContext<'user.create' | 'userGroup.create'>,
	{ key, compare }: Upsert,
	id: unknown,
): Promise<IDataObject> {
	const { service } = item;
	const { get, update: change, races } = steps[key.picker];
	const path = service.path(change, { userId: id, groupId: id });
	for (let attempt = 1; ; attempt++) {
		const { record } = await service.request(get, { path: service.path(get, path) });
		const { current, body, summary, after } = compare(record);
		const result = { action: body ? 'updated' : 'unchanged', ...path };
		const details = { changes: body ?? {}, summary: [...summary], ...result };
		if (!body) {
			if (item.isPreview) return { preview: true, ...details };
			noteUnchanged(item);
			return { ...receivedRecord(current), ...result };
		}
		const outcome = await responseOrRejection(
			withDetails(service.request(change, { path, body }), details),
			attempt < maxUpdates ? races : [],
		);
		if (!(outcome instanceof ServiceError))
			return { ...receivedRecord(current), ...after, ...result };
	}
}
