/**
 * Whether an answer is over, and whole. The specification does not show how a stream ends (spec 6):
 *
 * - `[DONE]`, or the user's Final Event, is the end: nothing is waited for after it.
 * - An event of a final kind, a switch such as `done`, or a reason to stop says that the answer is
 *   whole; yet more may follow, as from an agent that uses a tool. A part of the answer, a tool or a
 *   step that is done says nothing of the answer.
 * - Without any of these an answer is whole where the stream ended in order: not within an event,
 *   and not right after a piece of text in a stream that names the kinds of its events.
 * - A reason to stop such as a limit of tokens says that the answer was cut.
 */
import { answerEventNames, answerTextNames } from '../../api/assumedNames';
import { wordsIn } from '../../api/words';
import { besideWords, isBeside, isSignOfLife } from './candidates';
import { kindsOf, type ReceivedEvent } from './receivedEvent';

const finalWords = new Set<string>(answerEventNames.final);
const partWords = new Set<string>(answerEventNames.parts);
const pauseWords = new Set<string>(answerEventNames.pauses);
const cutWords = new Set<string>(answerEventNames.cuts);
const afterwords = new Set<string>(answerTextNames.afterwords);

export class Ending {
	private readonly finalEvent: string;
	private ended: string | undefined;
	private closed = false;
	private cut = false;
	private stoppedAtPiece = false;
	private stoppedWithinEvent = false;
	private eventCount = 0;

	/** @param finalEvent the user's Final Event; where empty, the usual ones end an answer */
	constructor(finalEvent = '') {
		this.finalEvent = finalEvent.toLowerCase();
	}

	/** Whether nothing more is to be waited for. */
	get isOver(): boolean {
		return this.closed;
	}

	/** Whether an event said that the answer is whole. */
	get isTold(): boolean {
		return this.ended !== undefined && !this.cut;
	}

	/** What ended the answer; undefined where nothing did. */
	get told(): string | undefined {
		return this.cut ? `${this.ended}, cut` : this.ended;
	}

	/** Whether an event is a last word, which is no text. */
	isLastWord(event: ReceivedEvent): boolean {
		return isDone(event) || this.isEnd(event);
	}

	/** Whether an event says that the answer is whole. */
	ends(event: ReceivedEvent): boolean {
		return (
			this.kindThatEnds(event) !== undefined ||
			this.flagThatEnds(event) !== undefined ||
			(this.finalEvent === '' && reasonIn(event) !== undefined)
		);
	}

	/**
	 * Takes the next event; what follows the last word changes nothing.
	 *
	 * @param event the event
	 * @param hasText whether it has new text, be it that it waits
	 */
	add(event: ReceivedEvent, hasText: boolean): void {
		if (this.closed) return;
		this.eventCount++;
		this.stoppedWithinEvent = event.unfinished;
		if (this.isEnd(event)) this.end(event.data.trim(), true);
		else {
			const kind = this.kindThatEnds(event);
			const found = this.finalEvent === '' ? reasonIn(event) : undefined;
			if (found) this.cut = wordsIn(found.reason).some((word) => cutWords.has(word));
			const flag = this.flagThatEnds(event) ?? (found && `${found.name} ${found.reason}`);
			if (kind !== undefined) this.end(kind, this.finalEvent !== '');
			else if (flag !== undefined) this.end(flag, false);
			else if (hasText || goesOn(event)) this.ended = undefined;
		}
		if (hasText || !isSignOfLife(event)) this.stoppedAtPiece = hasText && event.kinds.length > 0;
	}

	/** Whether the answer is whole, where the stream has ended in order. */
	looksWhole(): boolean {
		if (this.cut) return false;
		if (this.ended !== undefined) return true;
		if (this.finalEvent !== '' || this.eventCount === 0) return false;
		return !this.stoppedWithinEvent && !this.stoppedAtPiece;
	}

	/** Whether the data of an event ends the answer for good. */
	private isEnd(event: ReceivedEvent): boolean {
		return this.finalEvent === '' ? isDone(event) : says(event, this.finalEvent);
	}

	private end(by: string, closes: boolean): void {
		this.ended = by;
		this.closed ||= closes;
	}

	private kindThatEnds(event: ReceivedEvent): string | undefined {
		if (this.finalEvent !== '') {
			const kinds = kindsOf(event).map((kind) => kind.toLowerCase());
			return kinds.find((kind) => kind === this.finalEvent);
		}
		if (isBeside(event)) return undefined;
		return event.kinds.find((kind) => {
			const words = wordsIn(kind);
			return (
				words.some((word) => finalWords.has(word)) && !words.some((word) => partWords.has(word))
			);
		});
	}

	private flagThatEnds(event: ReceivedEvent): string | undefined {
		if (this.finalEvent !== '' || isBeside(event)) return undefined;
		const { records } = event;
		return answerEventNames.finalFlags.find((name) => records.some((each) => each[name] === true));
	}
}

/** Whether the data of an event is a word, be it in quotes. */
function says({ data, value }: ReceivedEvent, word: string): boolean {
	return [data, value].some((text) => {
		const said = typeof text === 'string' ? text.trim() : '';
		return said.length === word.length && said.toLowerCase() === word;
	});
}

function isDone(event: ReceivedEvent): boolean {
	const [record] = event.records;
	const { finalData } = answerEventNames;
	return (
		says(event, finalData.toLowerCase()) ||
		(record !== undefined && Object.values(record).includes(finalData))
	);
}

/** Why the text of an event ends, where it says so and the agent does not go on. */
function reasonIn({ records }: ReceivedEvent): { name: string; reason: string } | undefined {
	for (const record of records) {
		for (const name of answerEventNames.finishReason) {
			const reason = record[name];
			if (typeof reason !== 'string' || reason === '') continue;
			if (!wordsIn(reason).some((word) => pauseWords.has(word))) return { name, reason };
		}
	}
	return undefined;
}

/** Whether an event tells that the agent goes on, for example with a tool. */
function goesOn({ words }: ReceivedEvent): boolean {
	return words.some((word) => besideWords.has(word) && !afterwords.has(word));
}
