/**
 * Create or Update: one record for each key, also if several executions run at once.
 *
 * - The key is searched. If there is no record, it is created. If there is one, it is read, and only
 *   the fields that differ are sent.
 * - Another execution may be faster. If the service rejects a new record because its key is taken, the
 *   key is searched again. If it rejects an update because the record changed meanwhile, the record is
 *   read and compared again.
 * - A record may not show a list that it has. If the service then rejects an entry that the record has
 *   already, the entries are sent one by one, so the others are still added.
 */
import type { IDataObject } from 'n8n-workflow';
import { InputError, onRejection, ServiceError, withPartialResult } from '../api/errors';
import { receivedRecord, recordOf } from '../api/fieldNames';
import type { PathOf } from '../api/operations';
import { identifierValueOf } from '../api/identifiers';
import { type DesiredUpdate, noteUnchanged, updateOf } from '../forms/changeSet/desiredUpdate';
import { describeField } from '../forms/changeSet/diff';
import { type KeyedPicker, naturalKeys } from '../forms/naturalKeys';
import { isOn } from '../forms/parameters';
import { writeJson } from '../values/json';
import type { ServiceResponse } from '../http/client';
import { checkPath } from '../http/path';
import { compareValues } from '../values/comparison';
import { type Id, type KeyedRecords, keyedRecords } from './keySearch';
import type { AddOnlyList, ItemContext, OperationRequest, Upsert } from './operation';
import { plain, verifyChange, verifyOption } from './verify';

/** Updates of a record while other executions change it. */
const maxUpdates = 3;

/** What an update changed. */
type SentUpdate = Required<Pick<DesiredUpdate, 'body' | 'summary'>>;

type UpdatePath = PathOf<'user.update' | 'userGroup.update'>;

const verify = verifyOption(true);

/** Creates or updates the record of one item. */
export class UpsertTask {
	private readonly kind: (typeof naturalKeys)[KeyedPicker];
	private readonly records: KeyedRecords;

	constructor(
		private readonly item: ItemContext,
		readonly wanted: Upsert,
	) {
		this.kind = naturalKeys[wanted.key.picker];
		this.records = keyedRecords(item.service, wanted.key);
	}

	/** The ID of the record; undefined if it doesn't exist yet. */
	async find(): Promise<Id | undefined> {
		return await this.records.find(this.wanted.key);
	}

	/** @throws InputError or ServiceError, with the ID if the record was created */
	async run(): Promise<IDataObject[]> {
		const id = await this.find();
		return [id === undefined ? await this.create() : await this.update(id)];
	}

	private async create(): Promise<IDataObject> {
		const { body } = this.wanted;
		const summary = [...this.wanted.compare().summary];
		const preview = { changes: plain(body), summary, action: 'created' };
		return await this.item.request({ body, preview }).then(
			async (response) => await this.created(response, summary),
			onRejection(this.kind.taken, async (rejection) => await this.updateTaken(rejection)),
		);
	}

	private async updateTaken({ details }: ServiceError): Promise<IDataObject> {
		const { key } = this.wanted;
		const { label, noun } = this.kind;
		const id = await this.records.findTaken(key);
		if (id !== undefined) return await this.update(id);
		const description = `Check the ${label}, or ask your administrator for access. No ${noun} that the node can read has the ${label} "${key.text}".`;
		throw new ServiceError({ ...details, description });
	}

	/** The item of a record that the service created, or added from another tenant. */
	private async created({ statusCode, record }: ServiceResponse, summary: string[]) {
		const { key, body, updatesNew } = this.wanted;
		const received = identifierValueOf(recordOf(this.kind.get), record);
		// The record stays created, also if it can't be found.
		const id = received ?? (await this.records.findTaken(key).catch(() => undefined));
		if (id !== undefined) this.records.note(key, id);
		const action = statusCode === 200 ? 'added' : 'created';
		const result = { action, [key.picker]: id };
		// Somebody who exists in another tenant is added with the fields that they have there.
		if (!updatesNew && action === 'created') {
			return { ...receivedRecord(record), ...result, changes: plain(body), summary };
		}
		try {
			const updated = await this.update(id ?? (await this.records.require(key)));
			if (action === 'added') return { ...updated, action };
			const changes = { ...plain(body), ...(updated.changes as IDataObject | undefined) };
			return { ...updated, action, changes, summary };
		} catch (error) {
			throw notUpdated(error, key.text, result);
		}
	}

	/** @param attempt another execution may change the record meanwhile, so it is read and updated again */
	private async update(id: Id, attempt = 1): Promise<IDataObject> {
		const { item, kind } = this;
		const path: UpdatePath = checkPath(kind.update, { userId: id, groupId: id });
		const { record } = await item.service.request(kind.get, { path });
		const { current, body, summary } = this.wanted.compare(record);
		const details = { changes: plain(body ?? {}), summary: [...summary], ...path };
		if (!body && item.isPreview) return { preview: true, ...details, action: 'unchanged' };
		const preview = { ...details, action: 'updated' };
		const sending = body ? this.send(path, { body, summary }, preview) : Promise.resolve(undefined);
		return await sending.then(
			async (changes) => {
				if (changes) return await this.updated(path, changes);
				noteUnchanged(item);
				return { ...receivedRecord(current), action: 'unchanged', ...path };
			},
			onRejection(
				attempt < maxUpdates ? kind.races : [],
				async () => await this.update(id, attempt + 1),
			),
		);
	}

	/**
	 * Sends an update. If the service rejects an entry of a list that the record has already, its parts
	 * are sent one by one, as a record may not show its list.
	 *
	 * @returns what was changed; undefined if the record had it already
	 */
	private async send(path: UpdatePath, update: SentUpdate, preview: IDataObject) {
		if (await this.accepts(path, { body: update.body, preview })) return update;
		const { name, describe } = this.wanted.addOnly as AddOnlyList;
		const { [name]: list, ...others } = update.body;
		const entries = list as IDataObject[];
		const hasOthers = Object.keys(others).length > 0;
		if (!hasOthers && entries.length === 1) return undefined;
		const changed: IDataObject = {};
		const added: IDataObject[] = [];
		try {
			if (hasOthers && (await this.accepts(path, { body: others }))) Object.assign(changed, others);
			for (const entry of entries) {
				if (!(await this.accepts(path, { body: { [name]: [entry] } }))) continue;
				added.push(entry);
				changed[name] = added;
			}
		} catch (error) {
			throw withPartialResult(error, { changes: plain(changed) });
		}
		if (Object.keys(changed).length === 0) return undefined;
		const known = entries.filter((entry) => !added.includes(entry)).map(describe);
		const summary = update.summary.filter((sentence) => !known.includes(sentence));
		return { body: changed, summary };
	}

	/** False if the record has an entry of the list already. */
	private async accepts(path: UpdatePath, request: OperationRequest): Promise<boolean> {
		const { addOnly } = this.wanted;
		return await this.item.service.request(this.kind.update, { ...request, path }).then(
			() => true,
			onRejection(addOnly ? [addOnly.taken] : [], () => false),
		);
	}

	/** The item of a record that was changed. It shows the record only if it was read afterwards. */
	private async updated(path: UpdatePath, { body, summary }: SentUpdate): Promise<IDataObject> {
		const result = { action: 'updated', ...path, changes: plain(body), summary: [...summary] };
		if (!isOn(this.item, verify, 'options')) return result;
		const { verification } = this.wanted;
		const { fields, record = {} } = await verifyChange(this.item, path, verification, body);
		return { ...receivedRecord(record), ...result, ...fields };
	}
}

/** An error after the record was created. */
function notUpdated(error: unknown, name: string, result: IDataObject): unknown {
	if (!(error instanceof InputError || error instanceof ServiceError)) return error;
	const { message, errorCode, received } = error;
	const description = `'${name}' was created, but not updated. ${error.description} Then run this item again.`;
	const httpStatus = error.httpStatus ?? undefined;
	return new ServiceError(
		{ message, description, errorCode, httpStatus },
		{ ...received, ...result },
	);
}

/** Adds the fields of a body that a record doesn't have to its update. */
export function addDifferences(
	{ current, body, summary }: DesiredUpdate,
	desired: IDataObject,
	labels: Readonly<Record<string, string>> = {},
): DesiredUpdate {
	const wanted = plain(desired);
	// A field that isn't shown may have any value, but it is no change to ask for none.
	const names = Object.keys(desired).filter(
		(name) =>
			wanted[name] !== (current[name] ?? null) &&
			compareValues(wanted[name], current[name]) !== 'equal',
	);
	const changes = Object.fromEntries(names.map((name) => [name, desired[name]]));
	const sentences = names.map((name) =>
		typeof desired[name] === 'object'
			? `${name} becomes ${writeJson(desired[name])}.`
			: `${describeField({ name, displayName: labels[name] ?? name }, current, desired)}.`,
	);
	return updateOf(current, { ...body, ...changes }, [...summary, ...sentences]);
}
