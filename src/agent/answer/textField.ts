/** The text at a path that the user set as Text Field. */
import { parseIfJson } from '../../values/json';
import { isRecord } from '../../values/jsonObject';
import {
	type AnswerEvents,
	findEntries,
	isNamedEvent,
	isNamedKind,
	isOtherKind,
} from './eventTexts';
import { kindOf } from './kinds';
import type { ReceivedEvent } from './receivedEvent';

/** A label in front of JSON is not longer. */
const maxLabel = 60;

/** JSON within a text, such as `{"data":"{\"text\":\"Hi\"}"}`, or after a label. */
export function openJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const start = value.slice(0, maxLabel).search(/[[{]/);
	return start === -1 ? value : (parseIfJson(value.slice(start)) ?? value);
}

interface Place {
	/** Of the field that a value is in. */
	readonly name: string;
	/** Whether Answer Events names what is around the value. */
	readonly isNamed: boolean;
}

/** Reads the text at a path. A list needs no index in it: `content.text` is the text of all its entries. */
export class TextField {
	constructor(
		private readonly path: string,
		private readonly events: AnswerEvents,
	) {}

	read(event: ReceivedEvent): string | undefined {
		const isName = isRecord(event.value) && Object.hasOwn(event.value, this.path);
		const names = isName ? [this.path] : this.path.split('.');
		const isNamed = isNamedEvent(event, this.events);
		const texts = this.textsAt(event.value, names, { name: '', isNamed });
		return texts.length > 0 ? texts.join('') : undefined;
	}

	private textsAt(value: unknown, names: readonly string[], place: Place): string[] {
		const [name] = names;
		const opened = name === undefined ? value : openJson(value);
		if (typeof opened !== 'object' || opened === null) {
			const isText = typeof opened === 'string' || typeof opened === 'number';
			return isText && place.isNamed && name === undefined ? [String(opened)] : [];
		}
		if (!Array.isArray(opened) || Object.hasOwn(opened, String(name))) {
			return this.textsInside(opened, names, place);
		}
		return findEntries(opened, place.name)
			.filter((entry) => !(isRecord(entry) && isOtherKind(kindOf(entry), this.events)))
			.flatMap((entry) => this.textsAt(entry, names, place));
	}

	private textsInside(value: object, names: readonly string[], place: Place): string[] {
		// A path to a record means its text: `content` is `content.text`, too.
		const own = ['text', 'value'].find((each) => Object.hasOwn(value, each));
		const [name = own, ...others] = names;
		if (name === undefined || !Object.hasOwn(value, name)) return [];
		const isNamed = isRecord(value) && isNamedKind(kindOf(value), this.events);
		const inside = { name, isNamed: place.isNamed || isNamed };
		return this.textsAt((value as Record<string, unknown>)[name], others, inside);
	}
}
