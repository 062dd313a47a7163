/** The text at a path that the user set as Text Field, and the paths to choose from. */
import { parseIfJson } from '../../values/json';
import { isRecord } from '../../values/jsonObject';
import {
	type AnswerEvents,
	findEntries,
	isLabel,
	isNamedEvent,
	isOtherKind,
	maxTextDepth,
	pathInside,
} from './eventTexts';
import { kindOf } from './kinds';
import { isText, type ReceivedEvent, statesAny } from './receivedEvent';

/** A label in front of JSON is not longer. */
const maxLabel = 60;

/** JSON within a text, such as `{"data":"{\"text\":\"Hi\"}"}`, or after a label. */
function openJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const start = value.slice(0, maxLabel).search(/[[{]/);
	return start === -1 ? value : (parseIfJson(value.slice(start)) ?? value);
}

/** The paths of all texts in the data of an event, as Text Field takes them. */
export function findTextPaths(value: unknown, path = '', depth = 0): string[] {
	const opened = openJson(value);
	if (isText(opened)) return path === '' ? [] : [path];
	if (typeof opened !== 'object' || opened === null || depth > maxTextDepth) return [];
	return Object.entries(opened).flatMap(([name, inner]: [string, unknown]) => {
		if (Array.isArray(opened)) return findTextPaths(inner, path, depth + 1);
		if (isText(inner) && isLabel(name)) return [];
		return findTextPaths(inner, pathInside(path, name), depth + 1);
	});
}

type NamedField = Readonly<{ name: string; isNamed: boolean }>;

/** Reads the text at a path. A list needs no index in it: `content.text` is the text of all its entries. */
export class TextField {
	constructor(
		private readonly path: string,
		private readonly events: AnswerEvents,
	) {}

	read(event: ReceivedEvent): string {
		const { value } = event;
		const isName = isRecord(value) && Object.hasOwn(value, this.path);
		const names = isName ? [this.path] : this.path.split('.');
		return this.textAt(value, names, { name: '', isNamed: isNamedEvent(event, this.events) });
	}

	/** @param field that the value is in, and whether Answer Events names it or what is around it */
	private textAt(value: unknown, names: readonly string[], field: NamedField): string {
		const [name] = names;
		const opened = name === undefined ? value : openJson(value);
		if (typeof opened !== 'object' || opened === null) {
			const isText = typeof opened === 'string' || typeof opened === 'number';
			return isText && field.isNamed && name === undefined ? String(opened) : '';
		}
		if (!Array.isArray(opened) || Object.hasOwn(opened, String(name))) {
			return this.textInside(opened, names, field);
		}
		return findEntries(opened, field.name)
			.filter((entry) => !(isRecord(entry) && isOtherKind(kindOf(entry), this.events)))
			.map((entry) => this.textAt(entry, names, field))
			.join('');
	}

	private textInside(value: object, names: readonly string[], field: NamedField): string {
		// A path to a record means its text: `content` is `content.text`, too.
		const own = ['text', 'value'].find((each) => Object.hasOwn(value, each));
		const [name = own, ...others] = names;
		if (name === undefined || !Object.hasOwn(value, name)) return '';
		const isNamed = field.isNamed || statesAny(value, this.events, [name, ...others]);
		return this.textAt((value as Record<string, unknown>)[name], others, { name, isNamed });
	}
}
