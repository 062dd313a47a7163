/**
 * The texts of a format that a user confirmed. A later answer may have others, such as thoughts or those
 * of a tool, that only a field beside them tells apart.
 */
import { leavesOf } from './eventLeaves';
import { signsOf } from './eventSigns';
import type { ReceivedEvent } from './receivedEvent';
import { TextStates } from './textStates';

export class ConfirmedTexts {
	private readonly states: TextStates;
	/** The names that lead to the texts. */
	private names: readonly string[] = [];
	private around: string | undefined;

	/** @param path of the texts, as the user has it */
	constructor(private readonly path: string) {
		this.states = new TextStates(path);
	}

	add(event: ReceivedEvent, text: string): void {
		// Most events differ only in their text and a long number, such as that of the event.
		const around = event.data.replace(text, '').replace(/\d{2,}/g, '');
		if (around === this.around) return;
		this.around = around;
		const leaves = leavesOf(event);
		const leaf = leaves.find(({ value }) => value === text);
		if (leaf === undefined) return;
		this.names = leaf.path;
		this.states.add(leaf.states, signsOf(event, leaves));
	}

	/** Whether some of the texts may not be of the answer. */
	get mayHaveOthers(): boolean {
		return this.states.hasOthers || this.states.isUnclear;
	}

	/** Words for events that say that they are something else. */
	get otherWords() {
		return this.states.otherWords;
	}

	/** The path with conditions that leave out the others; undefined if there are none to add. */
	get narrowedPath(): string | undefined {
		const isPlain = this.names.join('.') === this.path;
		return isPlain && this.states.hasOthers ? this.states.pathOf(this.names) : undefined;
	}
}
