/** The text at a path that the user set as Text Field. */
import { parseIfJson } from '../../values/json';
import { isRecord } from '../../values/jsonObject';
import {
	type AnswerEvents,
	findEntries,
	isLabel,
	isNamedEvent,
	isNamedKind,
	isOtherKind,
	maxDepth,
	maxPaths,
} from './eventTexts';
import { kindOf } from './kinds';
import type { ReceivedEvent } from './receivedEvent';

/** A label in front of JSON is not longer. */
const maxLabel = 60;

/** JSON within a text, such as `{"data":"{\"text\":\"Hi\"}"}`, or after a label. */
function openJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const start = value.slice(0, maxLabel).search(/[[{]/);
	return start === -1 ? value : (parseIfJson(value.slice(start)) ?? value);
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
		return this.find(event.value, names, '', isNamedEvent(event, this.events));
	}

	/** @param isNamed whether Answer Events names what is around the value */
	private find(
		value: unknown,
		names: readonly string[],
		listName: string,
		isNamed: boolean,
	): string | undefined {
		const [name, ...others] = names;
		const opened = name === undefined ? value : openJson(value);
		if (typeof opened === 'string' || typeof opened === 'number') {
			return isNamed && name === undefined ? String(opened) : undefined;
		}
		if (typeof opened !== 'object' || opened === null) return undefined;
		if (Array.isArray(opened) && (name === undefined || !Object.hasOwn(opened, name))) {
			return this.join(opened, names, listName, isNamed);
		}
		// A path to a record means its text: `content` is `content.text`, too.
		const next = name ?? ['text', 'value'].find((each) => Object.hasOwn(opened, each));
		if (next === undefined || !Object.hasOwn(opened, next)) return undefined;
		const isInside = isNamed || (isRecord(opened) && isNamedKind(kindOf(opened), this.events));
		return this.find((opened as Record<string, unknown>)[next], others, next, isInside);
	}

	private join(
		list: readonly unknown[],
		names: readonly string[],
		listName: string,
		isNamed: boolean,
	): string | undefined {
		const entries = findEntries(list, listName).filter(
			(entry) => !(isRecord(entry) && isOtherKind(kindOf(entry), this.events)),
		);
		const texts = entries.map((entry) => this.find(entry, names, listName, isNamed));
		const found = texts.filter((text) => text !== undefined);
		return found.length > 0 ? found.join('') : undefined;
	}
}

/** Adds the paths of all texts in a value, as Text Field takes them. */
export function addTextPaths(value: unknown, paths: Set<string>, path = '', depth = 0): void {
	if (paths.size >= maxPaths || depth > maxDepth) return;
	const opened = openJson(value);
	if (Array.isArray(opened)) {
		for (const entry of opened) addTextPaths(entry, paths, path, depth + 1);
	} else if (isRecord(opened)) {
		for (const [name, inner] of Object.entries(opened)) {
			if (typeof inner === 'string' && isLabel(name)) continue;
			addTextPaths(inner, paths, path === '' ? name : `${path}.${name}`, depth + 1);
		}
	} else if (typeof opened === 'string' && opened.trim() !== '' && path !== '') {
		paths.add(path);
	}
}
