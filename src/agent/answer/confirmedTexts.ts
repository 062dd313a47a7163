/**
 * The texts of a format that a user confirmed. A later answer may have others, such as thoughts or those
 * of a tool, that only a field beside them tells apart.
 */
import { defaultType } from '../../http/eventRecord';
import type { FieldNameEntries } from '../../api/fieldNames';
import { leavesOf } from './eventLeaves';
import { signsOf } from './eventSigns';
import type { ReceivedEvent } from './receivedEvent';
import { TextStates } from './textStates';
import type { ProposedWord } from './unknownEvents';

export class ConfirmedTexts {
	private readonly states: TextStates;
	/** The names that lead to the texts. */
	private names: readonly string[] = [];
	private around: string | undefined;

	private readonly path: string;
	/** Whether the user named the types of events with texts. */
	private readonly hasEvents: boolean;
	private readonly isSnapshot: boolean;

	/** @param entries of the user */
	constructor(entries: FieldNameEntries) {
		this.path = String(entries['answer.text']);
		this.hasEvents = 'answer.events' in entries;
		this.isSnapshot = entries['answer.mode'] === 'snapshot';
		this.states = new TextStates(this.path);
	}

	add(event: ReceivedEvent, text: string): void {
		// Most events differ only in their text and a long number, such as that of the event.
		const around = `${event.event} ${event.data.replace(text, '').replace(/\d{2,}/g, '')}`;
		if (around === this.around) return;
		this.around = around;
		const leaf = leavesOf(event).find(({ value }) => value === text);
		if (leaf === undefined) return;
		this.names = leaf.path;
		this.states.add(leaf.states, signsOf(event));
	}

	/** Whether some of the texts may not be of the answer. */
	get mayHaveOthers(): boolean {
		return (
			this.states.hasOthers || this.states.isUnclear(this.isSnapshot) || this.eventWords.length > 0
		);
	}

	/** Words for the events with texts of the answer, if texts are in events of several types. */
	private get eventWords(): readonly string[] {
		const types = new Set(this.states.ownKinds.map((signs) => signs.types.join('&')));
		return this.hasEvents || types.size < 2 ? [] : [...types].map((type) => type || defaultType);
	}

	/** Words for the events with texts, and for those that say that they are something else. */
	get words(): readonly ProposedWord[] {
		const events = this.eventWords.map((word) => ['events', word] satisfies ProposedWord);
		const others = this.states.otherWords.map(
			(word) => ['otherEvents', word] satisfies ProposedWord,
		);
		return [...events, ...others];
	}

	/** The entry with conditions that leave out the others; undefined if there are none to add. */
	get narrowedPath() {
		const isPlain = this.names.join('.') === this.path;
		const isNarrower = isPlain && this.states.hasOthers;
		return isNarrower ? { 'answer.text': this.states.pathOf(this.names) } : undefined;
	}
}
