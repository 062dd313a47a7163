import { defaultType } from '../../http/eventRecord';
import { readKind } from './kinds';
import type { ReceivedEvent } from './receivedEvent';
import { addTextPaths } from './textField';

/** Where events without an answer have text, for the user to choose from. */
export class TextPlaces {
	readonly paths = new Set<string>();
	readonly types = new Set<string>();

	add({ event = defaultType, kind, value }: ReceivedEvent): void {
		const { size } = this.paths;
		addTextPaths(value, this.paths);
		if (this.paths.size > size) this.types.add(readKind(kind).types.at(-1) ?? event);
	}
}
