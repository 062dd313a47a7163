import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../../values/jsonObject';
import { memoizeByName } from '../../../values/words';
import type { AnswerProtocol, EventReading } from '../eventReading';
import { isText, type ReceivedEvent } from '../receivedEvent';
import { endOfReason } from '../endReasons';

type Reader<Result> = (data: IDataObject, event: ReceivedEvent) => Result;

/** Readings by the types of events, such as `start|node_*`: the first that fits counts. */
type Readings = Record<string, EventReading | Reader<EventReading | undefined>>;

/** A protocol whose events have a type; `getType` returns undefined for those of others. */
export function typedProtocol(
	name: string,
	getType: Reader<unknown>,
	readings: Readings,
): AnswerProtocol {
	const rows = Object.entries(readings).map(([types, reading]) => {
		const pattern = types.replaceAll('.', '\\.').replaceAll('*', '.*');
		return { types: new RegExp(`^(?:${pattern})$`, 's'), reading };
	});
	const findReading = memoizeByName((type) => rows.find(({ types }) => types.test(type))?.reading);
	return {
		name,
		read(event, data) {
			const type = getType(data, event);
			const reading = typeof type === 'string' ? findReading(type) : undefined;
			return typeof reading === 'function' ? reading(data, event) : reading;
		},
	};
}

/** A tool is called, perhaps by the client. */
export const toolCall = { end: 'continues', needsMore: true } satisfies EventReading;

export function asRecord(value: unknown): IDataObject {
	return isRecord(value) ? value : {};
}

export function asRecords(value: unknown): IDataObject[] {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}

const textTypes: readonly unknown[] = [undefined, 'text', 'output_text', 'refusal'];

/** The text of content: a string, or a list of parts, those of text joined. */
export function contentText(content: unknown): string {
	if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
	const texts = content.map((part: unknown) => {
		const { type, kind = type, text = part, refusal = text } = asRecord(part);
		const value = asRecord(text).value ?? (kind === 'refusal' ? refusal : text);
		return textTypes.includes(kind) && typeof value === 'string' ? value : '';
	});
	return texts.join('');
}

/** The text of the assistant's messages after the last one of the user. */
export function lastAnswer(messages: unknown): string {
	const speaks = (speaker: RegExp) => (message: IDataObject) =>
		speaker.test(String(message.role ?? message.type));
	const list = asRecords(messages);
	const own = list.slice(list.findLastIndex(speaks(/^(?:user|human)/i)) + 1);
	const texts = own.filter(speaks(/^(?:assistant|ai)/i)).map(({ content }) => contentText(content));
	return texts.join('');
}

export const endOf = (reason: unknown) => (isText(reason) ? endOfReason(reason) : undefined);
