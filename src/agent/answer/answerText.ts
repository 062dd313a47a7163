/**
 * Finds the text of an answer in its events. `candidates.ts` says what in an event may be text,
 * `told.ts` how texts are put together. In between:
 *
 * - One path carries the answer: where an event has text under a path that had text before, that
 *   counts, else the likeliest candidate.
 * - A text without a usual name waits (`heldTexts.ts`); once there is an answer, it counts only
 *   where it tells the answer and goes on.
 * - Data that is no JSON is text itself. Quotes belong to the text where the first one has none.
 * - The question is not its answer.
 * - With the option Text Field only the text there counts.
 */
import { stateInWords } from '../runs/stateWords';
import { answerTextNames } from '../../api/assumedNames';
import { valueAt } from '../../api/jsonObject';
import { wordsIn } from '../../api/words';
import {
	addTextPaths,
	besideWords,
	type Candidate,
	candidatesIn,
	holdsText,
	isAround,
	isAside,
	isBeside,
	isHeartbeat,
} from './candidates';
import { HeldTexts, section } from './heldTexts';
import type { ReceivedEvent } from './receivedEvent';
import { isTelling } from './retelling';
import { Told } from './told';

const wholeWords = new Set<string>(answerTextNames.whole);
const labelWords = new Set<string>(answerTextNames.labels);

/** The kind of an event without numbers, so that `delta-0` and `delta-1` are one. */
function kindOf({ kinds }: ReceivedEvent): string {
	return kinds.flatMap((kind) => wordsIn(kind)).join(' ');
}

export class AnswerText {
	private readonly told = new Told();
	private readonly held = new HeldTexts();
	/** The kind of event under which each path came first. */
	private readonly firstKinds = new Map<string, string>();
	/** Whether the last event had a text of the answer. */
	tookText = false;
	/** The last text that was told. */
	private lastText = '';
	/** Where texts were seen, as Text Field takes it. */
	readonly paths = new Set<string>();
	/** The first text was not in quotes, so that quotes belong to the text. */
	private unquoted: boolean | undefined;

	/**
	 * @param textField path of the text in the data; where empty, it is found
	 * @param question what was asked
	 */
	constructor(
		private readonly textField = '',
		private readonly question = '',
	) {}

	/** The text so far. */
	get whole(): string {
		return this.told.whole;
	}

	/** Whether there is text that waits for what follows. */
	get waits(): boolean {
		return this.told.waits || this.held.waits;
	}

	/** Whether the service changed what it had told, so that the text is not what it told in the end. */
	get isRevised(): boolean {
		return this.told.isRevised;
	}

	/** Where the text came from, and how its parts follow each other. */
	get found(): Record<string, string> {
		return this.told.modes;
	}

	/**
	 * Takes the text of an event.
	 *
	 * @param event the event
	 * @param ends whether the event ends the answer
	 * @returns what it adds to the answer; empty where it adds nothing
	 */
	add(event: ReceivedEvent, ends: boolean): string {
		if (this.told.isEmpty) addTextPaths(event.value, this.paths);
		const candidate = this.choose(event, ends);
		this.tookText =
			candidate !== undefined && candidate.text !== '' && !this.isQuestion(candidate.text);
		if (!candidate) {
			// After a tool, say, the agent begins to speak anew.
			return isAside(event) || this.isEcho(event) ? '' : this.beginSection(event);
		}
		const { path, text, likelihood } = candidate;
		if (!this.tookText) return '';
		const isOwn = likelihood === 'usual' || this.firstKinds.get(path) === kindOf(event);
		if (isOwn || (this.told.knows(path) && !isAround(event))) {
			return this.tell(event, path, text, ends);
		}
		if (this.isEcho(event)) return '';
		if (!this.told.isEmpty) return this.told.complete(text) || this.beginSection(event);
		return this.held.add(candidate, kindOf(event), ends) ? this.release() : '';
	}

	/**
	 * Decides about what waits, as the stream has ended.
	 *
	 * @returns what it adds to the answer
	 */
	end(): string {
		return this.told.isEmpty ? this.release() + this.told.settle() : this.told.settle();
	}

	/** What follows an event is another message, if the event tells, or what came before is long enough to be one. */
	private beginSection({ words }: ReceivedEvent): string {
		const isSure = words.some((word) => word !== 'status' && besideWords.has(word));
		if (!isSure && !this.told.hasSection && !this.told.isEmpty) return '';
		return this.startSection();
	}

	private startSection(): string {
		const settled = this.told.settle();
		this.told.beginSection();
		this.held.beginSection();
		return settled;
	}

	/** Whether an event only hands on what was just told, as the chain around a model does. */
	private isEcho({ value }: ReceivedEvent): boolean {
		return holdsText(value, this.lastText);
	}

	private tell(event: ReceivedEvent, path: string, text: string, ends: boolean): string {
		this.lastText = text;
		const kind = kindOf(event);
		const first = this.firstKinds.get(path);
		if (first === undefined) this.firstKinds.set(path, kind);
		const isWhole =
			first !== undefined && first !== kind && event.words.some((word) => wholeWords.has(word));
		return this.told.add(path, text, { ends, isWhole });
	}

	private release(): string {
		const released = this.held.release();
		if (!released) return '';
		const { path, kind, texts } = released;
		this.firstKinds.set(path, kind);
		return texts
			.map((held) =>
				held === section
					? this.startSection()
					: this.told.add(path, held.text, { ends: held.ends, isWhole: false }),
			)
			.join('');
	}

	private isQuestion(text: string): boolean {
		const question = this.question.trim();
		return this.told.isEmpty && isTelling(question) && text.trim() === question;
	}

	private choose(event: ReceivedEvent, ends: boolean): Candidate | undefined {
		if (this.textField !== '') {
			const text = valueAt(event.value, this.textField);
			const isText = typeof text === 'string' || typeof text === 'number';
			return isText
				? { path: this.textField, text: String(text), likelihood: 'usual', isNumber: false }
				: undefined;
		}
		if (event.form !== 'structure') return this.plain(event, ends);
		const candidates = candidatesIn(event, ends).filter(
			({ path, isNumber }) => !isNumber || this.told.knows(path),
		);
		return candidates.find(({ path }) => this.told.knows(path)) ?? candidates[0];
	}

	/** Data that is no JSON object. */
	private plain(event: ReceivedEvent, ends: boolean): Candidate | undefined {
		const { value, form, data } = event;
		if (isBeside(event) || isAround(event)) return undefined;
		if (event.kinds.some((kind) => labelWords.has(wordsIn(kind).at(-1) ?? ''))) return undefined;
		// The beginning of JSON that was cut is no text.
		if (event.unfinished && /^\s*[[{]/.test(data)) return undefined;
		this.unquoted ??= form === 'plain';
		const text = form === 'quoted' && !this.unquoted ? String(value) : data;
		// The last event may say in a word that it is the last.
		if (ends && !this.told.isEmpty && stateInWords(text) !== 'unknown') return undefined;
		const isAmongJson = !this.told.isEmpty && !this.told.knows('');
		if (isAmongJson && isHeartbeat({ words: wordsIn(text) })) return undefined;
		if (value === null && (isAmongJson || ends)) return undefined;
		return { path: '', text, likelihood: 'usual', isNumber: false };
	}
}
