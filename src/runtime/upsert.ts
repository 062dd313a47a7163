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
import { onRejection, ServiceError, withPartialResult } from '../api/errors';
import { recordOf } from '../api/fieldNames';
import { operationRow, type PathValues } from '../api/operations';
import { changesNothing, noteUnchanged } from '../forms/changeSet/desiredUpdate';
import type { Differences } from '../forms/changeSet/diff';
import { type KeyedPicker, naturalKeys } from '../forms/naturalKeys';
import { isOn } from '../forms/parameters';
import { plain } from '../values/json';
import { without } from '../values/jsonObject';
import { isEmpty } from '../values/scalars';
import { compareValues } from '../values/comparison';
import type { ServiceResponse } from '../http/client';
import { checkPath } from '../http/path';
import { type Id, type KeyedRecords, keyedRecords } from './keySearch';
import type { AddOnlyList, ItemContext, OperationRequest, Upsert } from './operation';
import { foreignId, notUpdated } from './upsertErrors';
import { compareWithRecord, readNew, verifiedFields, verifyChange, verifyOption } from './verify';

/** Updates of a record while other executions change it. */
const maxUpdates = 3;

type SentRequest = OperationRequest & Pick<Differences, 'body'>;

const verify = verifyOption(true);

/** How the first sentence of a summary begins, by the action, and in a preview. */
const done = {
	created: 'Created',
	added: 'Added',
	updated: 'Updated',
	unchanged: 'Nothing changes for',
} as const;

const planned = { ...done, created: 'Would create', updated: 'Would update' } as const;

/** What happened to the record of an item. */
interface Outcome {
	readonly action: keyof typeof done;
	/** Undefined if the service doesn't show it. */
	readonly id?: Id;
	/** As far as the service returned or showed it. */
	readonly record?: IDataObject;
	/** What was sent. */
	readonly body?: IDataObject;
	/** One sentence for each change. */
	readonly summary?: readonly string[];
	/** What the item states about the verification. */
	readonly verified?: IDataObject;
}

export class UpsertTask {
	private readonly kind: (typeof naturalKeys)[KeyedPicker];
	private readonly records: KeyedRecords;
	private readonly verifies: boolean;
	/** Whether the response to a new record has the ID of another one. */
	private hasForeignId = false;

	constructor(
		private readonly item: ItemContext,
		readonly wanted: Upsert,
	) {
		this.kind = naturalKeys[wanted.key.picker];
		this.records = keyedRecords(item.service, wanted.key);
		this.verifies = isOn(item, verify, 'options');
	}

	/** The name of the key in the nodes. */
	private get keyName(): string {
		const [, name = ''] = this.kind.field.split('.');
		return name;
	}

	/** The ID of the record; undefined if it doesn't exist yet. */
	async find(): Promise<Id | undefined> {
		return await this.records.find(this.wanted.key);
	}

	/**
	 * @param letNextBegin called when the record is created: the next one need not wait until it is read back
	 * @throws InputError or ServiceError, with the ID if the record was created
	 */
	async run(letNextBegin?: () => void): Promise<IDataObject[]> {
		const id = await this.find();
		const outcome = await (id === undefined ? this.create(letNextBegin) : this.update(id));
		return [this.itemOf(outcome)];
	}

	/** The item has the same form whatever happened. */
	private itemOf({ action, id, record = {}, verified, ...change }: Outcome): IDataObject {
		const { isPreview } = this.item;
		const { keyName } = this;
		const { key } = this.wanted;
		const shown = this.item.fieldNames.toNodes(recordOf(this.kind.get), record)[keyName];
		return {
			...(isPreview ? { preview: true } : record),
			[keyName]: isEmpty(shown) || Array.isArray(shown) ? key.text : shown,
			[isPreview ? 'wouldAction' : 'action']: action,
			...(id !== undefined && { [key.picker]: id }),
			summary: this.summaryOf(action, change.summary),
			changes: plain(change.body ?? {}),
			...verified,
		};
	}

	private summaryOf(action: Outcome['action'], changes: readonly string[] = []): string {
		const begin = (this.item.isPreview ? planned : done)[action];
		const origin = action === 'added' ? ' from another tenant' : '';
		return [`${begin} ${this.kind.noun} "${this.wanted.key.text}"${origin}.`, ...changes].join(' ');
	}

	private async create(letNextBegin?: () => void): Promise<Outcome> {
		const { body } = this.wanted;
		const { body: state, summary } = this.wanted.compare();
		const preview = this.itemOf({ action: 'created', body: { ...body, ...state }, summary });
		const { item, verifies } = this;
		const request = { body, preview };
		// A record that is read back shows which names the service knows, so there is no hint at them.
		const sending = verifies
			? item.service.request(item.operation, request)
			: item.request(request);
		const noteFailure = (error: unknown) => {
			if (item.service.mayHaveActed) this.records.noteUncertain(this.wanted.key);
			throw error;
		};
		return await sending.catch(noteFailure).then(
			async (response) => await this.created(response, summary, letNextBegin),
			onRejection(this.kind.taken, async (rejection) => await this.updateTaken(rejection)),
		);
	}

	private async updateTaken({ details }: ServiceError): Promise<Outcome> {
		const { key } = this.wanted;
		const { label, noun } = this.kind;
		const id = await this.records.findTaken(key);
		if (id !== undefined) return await this.update(id);
		const description = `Check the ${label}, or ask your administrator for access. No ${noun} that the node can read has the ${label} "${key.text}".`;
		throw new ServiceError({ ...details, description });
	}

	/** A record that the service created, or added from another tenant. */
	private async created(
		response: ServiceResponse,
		summary: readonly string[],
		letNextBegin?: () => void,
	): Promise<Outcome> {
		const { item, kind, records, wanted } = this;
		const received = item.fieldNames.identifierValueOf(recordOf(kind.get), response.record);
		// The record stays created, also if it can't be found.
		const id = received ?? (await records.findTaken(wanted.key).catch(() => undefined));
		const outcome = this.completed(response, summary, id);
		// A later item with the same key changes the record after this one.
		const known = () => (this.hasForeignId ? undefined : id);
		if (id !== undefined) records.note(wanted.key, outcome.then(known, known));
		letNextBegin?.();
		return await outcome;
	}

	/** Updates a new record if that is needed, and reads it back. */
	private async completed(
		{ statusCode, record }: ServiceResponse,
		summary: readonly string[],
		id?: Id,
	): Promise<Outcome> {
		const { key, body, updatesNew } = this.wanted;
		// Only a user can exist elsewhere.
		const isAdded = statusCode === 200 && operationRow(this.item.operation).success?.includes(200);
		const action = isAdded ? 'added' : 'created';
		try {
			// Somebody who exists in another tenant is added with the fields that they have there.
			if (updatesNew || action === 'added') {
				const known = id ?? (await this.records.require(key));
				const updated = await this.update(known, { sent: body });
				return { ...updated, action, body: { ...updated.body, ...body }, summary };
			}
			const outcome = { action, id, record, body, summary } as const;
			return this.verifies ? await this.verified(outcome, body) : outcome;
		} catch (error) {
			throw notUpdated(error, key.text, {
				action,
				...(!this.hasForeignId && { [key.picker]: id }),
			});
		}
	}

	/**
	 * @param sent to create the record. It may be shown late.
	 * @param attempt another execution may change the record meanwhile, so it is read and updated again
	 */
	private async update(
		id: Id,
		{ sent, attempt = 1 }: { sent?: IDataObject; attempt?: number } = {},
	): Promise<Outcome> {
		const { item, kind, wanted } = this;
		const path = this.pathOf(id);
		const record = await (sent
			? readNew(item, path)
			: item.service.request(kind.get, { path }).then((response) => response.record));
		this.assertOwn(record, id);
		const update = wanted.compare(record);
		const unchanged: Outcome = { action: 'unchanged', id, record };
		if (changesNothing(update)) return item.isPreview ? unchanged : this.unchanged(unchanged, sent);
		const change = { action: 'updated', id } as const;
		return await this.send(path, update, this.itemOf({ ...change, ...update })).then(
			async (changes) => {
				// Without changes, the record has all of it already, although it didn't show it.
				const outcome = changes ? { ...change, ...changes } : unchanged;
				if (!this.verifies) return outcome;
				return await this.verified(outcome, { ...sent, ...update.body });
			},
			onRejection(
				attempt < maxUpdates ? kind.races : [],
				async () => await this.update(id, { sent, attempt: attempt + 1 }),
			),
		);
	}

	/** @throws ServiceError if the record has another key, so it is another one */
	private assertOwn(record: IDataObject, id: Id): void {
		const { fieldNames } = this.item;
		const { key, verification } = this.wanted;
		const name = fieldNames.sentName(recordOf(this.kind.get), this.keyName);
		const shown = verification.read(record)[name];
		this.hasForeignId = !isEmpty(shown) && compareValues(key.text, shown) === 'different';
		if (this.hasForeignId) throw foreignId(this.kind, id, key.text);
	}

	private pathOf(id: Id): PathValues {
		return checkPath(this.kind.update, { userId: id, groupId: id });
	}

	/** The record was read already, so it needs no further request. */
	private unchanged(outcome: Outcome, sent?: IDataObject): Outcome {
		if (!sent) noteUnchanged(this.item);
		if (!this.verifies) return outcome;
		const { body, verification } = this.wanted;
		const compared = compareWithRecord(body, outcome.record, verification);
		return { ...outcome, verified: verifiedFields(compared) };
	}

	/** A change whose record is read back and compared with what was sent. */
	private async verified(outcome: Outcome, sent: IDataObject): Promise<Outcome> {
		const { item, wanted } = this;
		const { id, record: returned } = outcome;
		if (id === undefined) {
			item.hint(`The new ${this.kind.noun} could not be verified, because its ID is unknown.`);
			const compared = compareWithRecord(sent, undefined, wanted.verification);
			return { ...outcome, verified: verifiedFields(compared) };
		}
		const path = this.pathOf(id);
		const { fields, record } = await verifyChange(item, path, wanted.verification, sent);
		return { ...outcome, record: record ?? returned, verified: fields };
	}

	/**
	 * Sends an update. If the service rejects an entry of a list that the record has already, its parts
	 * are sent one by one, as a record may not show its list.
	 *
	 * @returns what was changed; undefined if the record had it already
	 */
	private async send(path: PathValues, update: Differences, preview: IDataObject) {
		if (await this.accepts(path, { body: update.body, preview })) return update;
		const { name, describe } = this.wanted.addOnly as AddOnlyList;
		const entries = update.body[name] as IDataObject[];
		const others = without(update.body, name);
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

	/** False if the record has an entry of the list already. Only a list can be sent in parts. */
	private async accepts(path: PathValues, request: SentRequest): Promise<boolean> {
		const { addOnly } = this.wanted;
		const isInParts = addOnly !== undefined && Array.isArray(request.body[addOnly.name]);
		return await this.item.service.request(this.kind.update, { ...request, path }).then(
			() => true,
			onRejection(isInParts ? [addOnly.taken] : [], () => false),
		);
	}
}
