/** Reads an event as it arrived. */
import type { IDataObject } from 'n8n-workflow';
import { defaultType, eventData } from '../../../http/eventRecord';
import type { StreamEvent } from '../../../http/eventStream';
import { isRecord } from '../../../values/jsonObject';
import { oneOf, words } from '../../../values/words';

/** Names of fields that state the type of an event. */
export const typeFields: readonly string[] = words(
	'type event event_type eventType event_name eventName kind message_type messageType msg_type msgType response_type responseType op action method',
);

/** A longer text is no type. */
const maxTypeLength = 100;

/** The data that ends a stream in many protocols. */
export const doneMark = '[DONE]';

/** An event. Its data is parsed when something of it is asked for. */
export class ReceivedEvent {
	private parsed: { readonly value: unknown } | undefined;
	private stated: readonly string[] | undefined;

	constructor(
		readonly data: string,
		readonly event?: string,
		readonly id?: string,
	) {}

	/** The data, parsed if it is JSON. */
	get value(): unknown {
		return (this.parsed ??= { value: eventData(this) }).value;
	}

	/** The data if it is a JSON object, else empty. */
	get record(): IDataObject {
		return isRecord(this.value) ? this.value : {};
	}

	/** The types that the event states. `message` is that of an event without one. */
	get types(): readonly string[] {
		return (this.stated ??= this.readTypes());
	}

	private readTypes(): readonly string[] {
		const types = this.event && this.event !== defaultType ? [this.event] : [];
		const { value } = this;
		if (!isRecord(value)) return types;
		for (const field of typeFields) {
			const type = value[field];
			const isType = typeof type === 'string' && type !== '' && type.length <= maxTypeLength;
			if (isType && !types.includes(type)) types.push(type);
		}
		return types;
	}

	/** Whether the data is this word. In quotes, it is a text if the event has a type. */
	isWord(word: string): boolean {
		if (this.data.length >= word.length + 20) return false;
		return this.data === word || (this.value === word && this.types.length === 0);
	}
}

const isHeartbeat = oneOf(words('ping pong heartbeat keepalive keep-alive keep_alive'));

/** Whether an event only keeps the connection open, in whatever format. */
export function keepsAlive(event: ReceivedEvent): boolean {
	const { value, data, types } = event;
	if (types.length > 0) return types.some(isHeartbeat);
	const mark = typeof value === 'string' && data.length < 20 ? value.trim().toLowerCase() : '';
	const isEmpty = isRecord(value) && Object.keys(value).length === 0;
	return isEmpty || value === null || data === '' || isHeartbeat(mark);
}

/** A line of JSON after a letter or a digit, which is its type, as in `0:"Hello"`. */
const typedLine = /^([0-9a-z]:)(["{[\d].*)$/;

function readLine(line: string, { event, id }: StreamEvent): ReceivedEvent {
	const [, type, data = line] = typedLine.exec(line) ?? [];
	return new ReceivedEvent(data, type ?? event, id);
}

const isPart = ({ value, data, event = '' }: ReceivedEvent) =>
	(event.endsWith(':') && value !== data) || isRecord(value) || data === doneMark;

/** The events in one that arrived: data of several lines with JSON each is several events. */
export function readEvents(arrived: StreamEvent): readonly ReceivedEvent[] {
	const { event, id, data } = arrived;
	const whole = new ReceivedEvent(data, event, id);
	const mayHaveLines = data.includes('\n') || data[1] === ':';
	if (!mayHaveLines || typeof whole.value !== 'string') return [whole];
	const lines = data.split('\n').filter((line) => line.trim() !== '');
	const events = lines.map((line) => readLine(line, arrived));
	return events.length > 0 && events.every(isPart) ? events : [whole];
}
