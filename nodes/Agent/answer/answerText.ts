/**
 * Puts the text of an answer together. The specification shows no kinds of event and no payloads
 * (spec 6), so that this is how the text is found:
 *
 * - An event's text is the first of `answerTextNames` in its data, or one level deeper; data that
 *   is no JSON object is text itself. With the option Text Field only the text there counts.
 * - Texts are pieces that follow each other. Some services send the whole text once more, in an
 *   event of another kind or under another name: such a text is known by the answer so far, which
 *   it begins with or repeats, and only what is new in it is added.
 * - An event that ends the answer adds text only in that way, or as a `delta`.
 */
import type { IDataObject } from 'n8n-workflow';
import { answerTextNames } from '../../shared/service/assumedNames';
import { isRecord, valueAt } from '../../shared/service/record';
import type { ReceivedEvent } from './receivedEvent';

/** Characters after which pieces are joined, so that many small ones do not add up in memory. */
const blockCharacters = 65_536;

/** Characters of white space by which a repetition may differ at its ends. */
const toleratedBlanks = 64;

const pieceName = answerTextNames[0];

interface FoundText {
	readonly text: string;
	/** Where it was found, to tell pieces from repetitions. */
	readonly place: string;
}

function textIn(record: IDataObject): FoundText | undefined {
	for (const name of answerTextNames) {
		const value = record[name];
		if (typeof value === 'string') return { text: value, place: name };
	}
	return undefined;
}

function textInside(record: IDataObject): FoundText | undefined {
	const nested = [...answerTextNames, ...Object.keys(record)];
	for (const name of nested) {
		const value = record[name];
		const found = isRecord(value) ? textIn(value) : undefined;
		if (found) return { text: found.text, place: `${name}.${found.place}` };
	}
	return undefined;
}

export class AnswerText {
	/** Joined pieces; it is long, so that it is added to rarely. */
	private joined = '';
	private pieces: string[] = [];
	private characters = 0;
	/** Nothing but white space so far. */
	private isBlank = true;
	/** For each place where text was found: whether it holds pieces or the whole once more. */
	private readonly repeats = new Map<string, boolean>();
	/** The first text was not in quotes, so that quotes belong to the text. */
	private unquoted: boolean | undefined;

	/** @param textField path of the text in the data; where empty, the usual names are tried */
	constructor(private readonly textField = '') {}

	/** The text so far. */
	get whole(): string {
		this.join();
		return this.joined;
	}

	/**
	 * Takes the text of an event.
	 *
	 * @param event the event
	 * @param ends whether the event is of a kind that ends the answer
	 * @returns what it adds to the answer; empty where it adds nothing
	 */
	add(event: ReceivedEvent, ends: boolean): string {
		const found = this.find(event);
		if (found === undefined || found.text === '') return '';
		const place = `${event.kinds.join(' ')} ${found.place}`;
		const added = this.newIn(found, place, ends);
		if (added !== '') this.append(added);
		return added;
	}

	private find(event: ReceivedEvent): FoundText | undefined {
		const { value, form, data } = event;
		if (this.textField !== '') {
			const text = valueAt(value, this.textField);
			return typeof text === 'string' ? { text, place: this.textField } : undefined;
		}
		if (isRecord(value)) return textIn(value) ?? textInside(value);
		// A list of records is no text, and neither is the beginning of JSON that was cut.
		if (form === 'structure' || (event.unfinished && /^\s*[[{]/.test(data))) return undefined;
		this.unquoted ??= form === 'plain';
		return { text: form === 'quoted' && !this.unquoted ? String(value) : data, place: '' };
	}

	private newIn({ text, place: name }: FoundText, place: string, ends: boolean): string {
		const isPiece = ends ? name.split('.')[0] === pieceName : this.repeats.get(place) === false;
		if (isPiece) return text;
		const rest = this.restOf(text);
		this.repeats.set(place, rest !== undefined);
		if (rest !== undefined) return rest;
		return ends && !this.isBlank ? '' : text;
	}

	/** What a text adds that tells the answer so far once more; undefined where it does not. */
	private restOf(text: string): string | undefined {
		const after = text.trim();
		if (after === '') return undefined;
		// Only a text about as long as the answer can begin with it: for others it is not joined.
		if (text.length + toleratedBlanks >= this.characters) {
			const { whole } = this;
			const before = whole.trim();
			if (before === '') return undefined;
			if (text.startsWith(whole)) return text.slice(whole.length);
			if (after.startsWith(before)) return after.slice(before.length);
		}
		const end = this.lastCharacters(after.length + toleratedBlanks).trimEnd();
		return end.endsWith(after) ? '' : undefined;
	}

	private lastCharacters(count: number): string {
		let last = '';
		for (let index = this.pieces.length - 1; index >= 0 && last.length < count; index--) {
			last = `${this.pieces[index]}${last}`;
		}
		return last.length < count ? this.joined.slice(last.length - count) + last : last;
	}

	private append(text: string): void {
		this.pieces.push(text);
		this.characters += text.length;
		this.isBlank &&= text.trim() === '';
		if (this.characters - this.joined.length >= blockCharacters) this.join();
	}

	private join(): void {
		if (this.pieces.length === 0) return;
		this.joined += this.pieces.join('');
		this.pieces = [];
	}
}
