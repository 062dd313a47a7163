import type { IDataObject } from 'n8n-workflow';
import { answerEventNames, answerTextNames } from '../../api/assumedNames';
import { isRecord } from '../../api/jsonObject';
import { wordsIn } from '../../api/words';
import { eventData, usualKind } from '../../http/eventRecord';
import type { StreamEvent } from '../../http/eventStream';

/** A longer text under the name of a kind is none. */
const longestKind = 100;

/** An event of an answer with its data read. */
export interface ReceivedEvent extends StreamEvent {
	/** The data parsed where it is JSON, else as text. */
	readonly value: unknown;
	/** The record in the data, and those right inside it; of alternatives the first. */
	readonly records: readonly IDataObject[];
	/** Whether the data is a JSON object or list, a text in quotes, or a lone word or number. */
	readonly form: 'structure' | 'quoted' | 'plain';
	/** All that the event says about its kind, in lower case; empty where it says nothing. */
	readonly kinds: readonly string[];
	/** The words of all its kinds. */
	readonly words: readonly string[];
}

const alternatives = new Set<string>(answerTextNames.alternatives);

function recordsIn(value: unknown): readonly IDataObject[] {
	if (!isRecord(value)) return [];
	const records = [value];
	for (const name of answerEventNames.around) {
		const inner = value[name];
		const inside = Array.isArray(inner) && alternatives.has(name) ? inner[0] : inner;
		if (isRecord(inside)) records.push(inside);
	}
	return records;
}

function formOf(value: unknown, text: string): ReceivedEvent['form'] {
	if (isRecord(value)) return 'structure';
	if (Array.isArray(value)) return value.some(isRecord) ? 'structure' : 'plain';
	return typeof value === 'string' && value !== text ? 'quoted' : 'plain';
}

/**
 * All that an event says about its kind, also where that is the usual one.
 *
 * @param event its name and its data
 */
export function kindsOf({ event, value }: Pick<ReceivedEvent, 'event' | 'value'>): string[] {
	const said: unknown[] = [event];
	if (isRecord(value)) said.push(...answerEventNames.kind.map((name) => value[name]));
	return said.filter(
		(kind): kind is string => typeof kind === 'string' && kind !== '' && kind.length <= longestKind,
	);
}

/**
 * Reads the data and the kind of an event.
 *
 * @param event as it arrived
 */
export function readEvent(event: StreamEvent): ReceivedEvent {
	const value = eventData(event);
	const kinds = kindsOf({ event: event.event, value }).filter(
		(kind) => kind.toLowerCase() !== usualKind,
	);
	return {
		...event,
		value,
		records: recordsIn(value),
		form: formOf(value, event.data),
		kinds: kinds.map((kind) => kind.toLowerCase()),
		words: kinds.flatMap((kind) => wordsIn(kind)),
	};
}
