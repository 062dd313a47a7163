import { defaultType } from '../../http/eventRecord';
import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../values/jsonObject';
import { isLabel, maxDepth, maxPaths } from './eventTexts';
import { readKind } from './kinds';
import { isText, type ReceivedEvent } from './receivedEvent';
import { openJson } from './textField';

/** Where events without an answer have text, for the user to choose from. */
export class TextPlaces {
	/** As Text Field takes them. */
	readonly paths = new Set<string>();
	readonly types = new Set<string>();

	add({ event = defaultType, kind, value }: ReceivedEvent): void {
		const { size } = this.paths;
		this.addPaths(value, []);
		if (this.paths.size > size) this.types.add(readKind(kind).types.at(-1) ?? event);
	}

	private addPaths(value: unknown, names: readonly string[], depth = 0): void {
		if (this.paths.size >= maxPaths || depth > maxDepth) return;
		const opened = openJson(value);
		if (isText(opened) && names.length > 0) this.paths.add(names.join('.'));
		if (Array.isArray(opened)) {
			for (const entry of opened) this.addPaths(entry, names, depth + 1);
		} else if (isRecord(opened)) this.addFields(opened, names, depth + 1);
	}

	private addFields(record: IDataObject, names: readonly string[], depth: number): void {
		for (const [name, inner] of Object.entries(record)) {
			if (!isText(inner) || !isLabel(name)) this.addPaths(inner, [...names, name], depth);
		}
	}
}
