/**
 * Puts texts together that come under one or several paths, each of which tells the answer from a
 * beginning of its own: in pieces, in snapshots that begin with what came before, or as a whole at
 * the end. What has been sent cannot be taken back, so that the rules say what can be sent when:
 *
 * - Under one path, a text that begins with the text before is a snapshot, and only its end is new.
 *   While that may be chance (`ha`, `haha`) the text waits for the next one. Where the end of a
 *   snapshot changes, what was sent stands, and from then on the end waits.
 * - Pieces may be followed by the whole of them, told by its length of several words, by its event,
 *   or by nothing coming after it; only what is new in it is added.
 * - A text under another path tells the answer, or its last section, once more where it begins with
 *   it, or the other way round; only what goes on further is added.
 * - Any other text is further text and begins a section, unless it says in other words what has been
 *   sent, which then stands.
 */
import { stateInWords } from '../runs/stateWords';
import { GrowingText } from './growingText';
import {
	isRepeated,
	isReworded,
	isTelling,
	movesItsEnd,
	restAfter,
	sharedLength,
} from './retelling';

/** What the event of a text says about it. */
export interface TextHint {
	/** The event ends the answer. */
	readonly ends: boolean;
	/** The event is of a kind that tells a whole, other than the first one with this path. */
	readonly isWhole: boolean;
}

interface Path {
	/** Position in the answer where its text begins. */
	base: number;
	/** Up to where in the answer it has told. */
	position: number;
	/** Up to where it has added to the answer; what it told from there on was there already. */
	added: number;
	mode: 'open' | 'pieces' | 'snapshots';
	/** Its last snapshot; while open, its first text. */
	last: string;
	/** Of snapshots whose end changes: how much of the last one is sent. */
	stable?: number;
}

/** A text that begins with what was told. */
interface Retold {
	readonly told: string;
	/** What it adds. */
	readonly rest: string;
}

interface Undecided {
	readonly path: Path;
	readonly text: string;
	/** What is new where the text tells once more what was told. */
	readonly rest: string;
}

/** Paths that are known; a service with more has none that tells. */
const mostPaths = 100;

/** Sections that a text may tell once more. */
const mostSections = 16;

/** Blanks by which a whole may be shorter than its pieces. */
const toleratedBlanks = 64;

export class Told {
	private readonly sent = new GrowingText();
	private readonly paths = new Map<string, Path>();
	/** Where the last sections of the answer begin. */
	private sections: number[] = [];
	private undecided: Undecided | undefined;
	private revised = false;

	/** The text so far, without what waits. */
	get whole(): string {
		return this.sent.whole;
	}

	get isEmpty(): boolean {
		return this.sent.length === 0 && this.undecided === undefined;
	}

	/** Whether a text waits for the next one. */
	get waits(): boolean {
		return this.undecided !== undefined;
	}

	/** Whether the service changed what had been sent, so that it is not what was told in the end. */
	get isRevised(): boolean {
		return this.revised;
	}

	/** How texts follow each other under each path. */
	get modes(): Record<string, string> {
		return Object.fromEntries([...this.paths].map(([name, { mode }]) => [name || 'data', mode]));
	}

	/** Whether the last section is long enough to be known again. */
	get hasSection(): boolean {
		return isTelling(this.undecided?.text ?? this.sent.from(this.sections.at(-1) ?? 0));
	}

	/** Whether text has come under a path. */
	knows(path: string): boolean {
		return this.paths.has(path);
	}

	/** What follows is another message or section. */
	beginSection(): void {
		if (this.sections.at(-1) === this.sent.length) return;
		this.sections = [...this.sections.slice(1 - mostSections), this.sent.length];
	}

	/**
	 * Takes a text.
	 *
	 * @param name its path
	 * @param text not empty
	 * @param hint what its event says about it
	 * @returns what can be sent
	 */
	add(name: string, text: string, hint: TextHint): string {
		const path = this.paths.get(name);
		const settled = this.undecided && this.undecided.path !== path ? this.settle() : '';
		if (!path) return settled + this.begin(name, text, hint);
		const isBehind = path.position < this.sent.length;
		return settled + (isBehind ? this.follow(path, text, hint) : this.lead(path, text, hint));
	}

	/**
	 * Takes a text that counts only where it tells the answer so far and goes on.
	 *
	 * @param text the text
	 * @returns what can be sent
	 */
	complete(text: string): string {
		const settled = this.settle();
		const { rest = '' } = this.restOf(text) ?? {};
		if (rest !== '') this.sent.append(rest);
		return settled + rest;
	}

	/**
	 * Decides about a text that waits, as nothing comes that would tell.
	 *
	 * @returns what can be sent
	 */
	settle(): string {
		const { undecided } = this;
		if (!undecided) return '';
		this.undecided = undefined;
		const { path, text, rest } = undecided;
		if (path.stable !== undefined) path.stable = text.length;
		if (path.mode !== 'open') return this.send(path, rest);
		if (isRepeated(text, path.last)) return this.asPieces(path, text);
		return this.asSnapshot(path, text, rest);
	}

	private send(path: Path, text: string): string {
		if (text !== '') {
			this.sent.append(text);
			path.added = this.sent.length;
		}
		path.position = this.sent.length;
		return text;
	}

	private asPieces(path: Path, text: string): string {
		path.mode = 'pieces';
		path.last = '';
		return this.send(path, text);
	}

	private asSnapshot(path: Path, text: string, rest: string): string {
		path.mode = 'snapshots';
		path.last = text;
		return this.send(path, rest);
	}

	/**
	 * What a text adds that tells the answer, or a late section of it, once more. Sections count that
	 * are long enough to be known again, as an event between two pieces may have begun one.
	 */
	private restOf(text: string, ...further: number[]): Retold | undefined {
		const sure = [0, ...further];
		for (const start of new Set([...sure, ...this.sections])) {
			// Only a text about as long as what was told can begin with it.
			if (text.length + toleratedBlanks < this.sent.length - start) continue;
			const told = this.sent.from(start);
			if (told.trim() === '' || !(sure.includes(start) || isTelling(told))) continue;
			const rest = restAfter(told, text);
			if (rest !== undefined) return { rest, told };
		}
		return undefined;
	}

	/** Where in the answer a text ends that tells its beginning, or that of its last section. */
	private endWithin(text: string, ...starts: number[]): number | undefined {
		for (const start of new Set([...starts, ...this.sections])) {
			if (text.trim() !== '' && this.sent.from(start).startsWith(text)) return start + text.length;
		}
		const tail = this.sent.from(Math.max(0, this.sent.length - text.length - toleratedBlanks));
		const isEnd = isTelling(text) && tail.trimEnd().endsWith(text.trim());
		return isEnd ? this.sent.length : undefined;
	}

	/** Whether a text about as long as the answer tells all of it in other words. */
	private isReworded(text: string): boolean {
		return text.length * 2 >= this.sent.length && isReworded(this.sent.whole, text);
	}

	private begin(name: string, text: string, hint: TextHint): string {
		const path: Path = { base: 0, position: 0, added: 0, mode: 'open', last: text };
		if (this.paths.size >= mostPaths) this.paths.clear();
		this.paths.set(name, path);
		if (this.sent.length > 0) {
			const retold = this.restOf(text);
			if (retold) return this.send(path, retold.rest);
			const end = this.endWithin(text, 0);
			if (end !== undefined) {
				path.base = end - text.length;
				path.position = end;
				return '';
			}
		}
		return this.further(path, text, hint);
	}

	/** A text that does not tell once more what was told. */
	private further(path: Path, text: string, { ends }: TextHint): string {
		const isSent = this.sent.length > 0;
		const saysNothing = ends && isSent && stateInWords(text) !== 'unknown';
		if (saysNothing || this.isReworded(text)) return this.send(path, '');
		path.base = this.sent.length;
		this.beginSection();
		return this.send(path, text);
	}

	/** A text under a path behind which others have told further. */
	private follow(path: Path, text: string, hint: TextHint): string {
		const ahead = this.sent.from(path.position);
		if (ahead.startsWith(text)) {
			path.position += text.length;
			return '';
		}
		const rest = restAfter(ahead, text) ?? this.restOf(text, path.base)?.rest;
		if (rest !== undefined) return this.send(path, rest);
		const end = this.endWithin(text, path.base);
		if (end !== undefined) {
			path.position = end;
			return '';
		}
		// What was taken for telling once more was too little to be sure, and now turns out not to be.
		const start = Math.max(path.base, path.added);
		const swallowed = this.sent.from(start).slice(0, path.position - start);
		const isSure = swallowed === '' || isTelling(swallowed) || path.mode !== 'open';
		path.mode = 'pieces';
		return this.further(path, isSure ? text : swallowed + text, hint);
	}

	/** A text under the path that has told furthest. */
	private lead(path: Path, text: string, hint: TextHint): string {
		if (path.mode === 'open') return this.decide(path, text, hint);
		if (path.mode === 'snapshots') return this.grow(path, text);
		const { undecided } = this;
		this.undecided = undefined;
		// Something follows, so that the text before was a piece.
		const flushed = undecided ? this.send(path, undecided.text) : '';
		const retold = this.restOf(text, path.base);
		if (!retold) {
			const repeats = (hint.isWhole || hint.ends) && this.endWithin(text) === this.sent.length;
			return flushed + (repeats ? '' : this.send(path, text));
		}
		const isSure = hint.ends || hint.isWhole || isTelling(retold.told);
		if (isSure) return flushed + this.send(path, retold.rest);
		this.undecided = { path, text, rest: retold.rest };
		return flushed;
	}

	/** The second text under a path, or one more while it is open. */
	private decide(path: Path, text: string, hint: TextHint): string {
		const { last } = path;
		const { undecided } = this;
		if (undecided) {
			this.undecided = undefined;
			if (text.startsWith(undecided.text)) {
				return this.asSnapshot(path, text, text.slice(last.length));
			}
			return this.asPieces(path, undecided.text) + this.lead(path, text, hint);
		}
		const retold = this.restOf(text, path.base);
		if (retold && isTelling(retold.told)) {
			return retold.rest === '' ? '' : this.asSnapshot(path, text, retold.rest);
		}
		const isSure = hint.ends || hint.isWhole || isTelling(last);
		const rest = last.trim() === '' ? undefined : restAfter(last, text);
		if (rest === undefined && this.sections.at(-1) === this.sent.length) {
			// Another message begins, which may come in snapshots again.
			path.base = this.sent.length;
			path.last = text;
			return this.send(path, text);
		}
		if (rest === undefined && movesItsEnd(last, text)) {
			return this.revise(path, text);
		}
		if (rest === undefined) {
			path.mode = 'pieces';
			return this.lead(path, text, hint);
		}
		if (rest === '' && !isSure) return this.asPieces(path, text);
		if (rest === '') return '';
		if (isSure) return this.asSnapshot(path, text, rest);
		this.undecided = { path, text, rest };
		return '';
	}

	private grow(path: Path, text: string): string {
		const { last, stable } = path;
		if (stable !== undefined) {
			const goesOn = text.startsWith(last) || isReworded(last, text) || movesItsEnd(last, text);
			if (goesOn) return this.revise(path, text);
			path.stable = undefined;
			return this.settle() + this.anew(path, text);
		}
		const rest = restAfter(last, text);
		if (rest !== undefined) return this.asSnapshot(path, text, rest);
		if (restAfter(text, last) !== undefined) return '';
		if (movesItsEnd(last, text)) return this.revise(path, text);
		if (!isReworded(last, text)) return this.anew(path, text);
		// What was sent stands; where the text is longer its end is new all the same.
		this.revised = true;
		return this.asSnapshot(path, text, text.slice(last.length));
	}

	/** Snapshots of another message begin. */
	private anew(path: Path, text: string): string {
		path.base = this.sent.length;
		this.beginSection();
		return this.asSnapshot(path, text, text);
	}

	/** A snapshot whose end changes: what it shares with the one before is sent, and the end waits. */
	private revise(path: Path, text: string): string {
		const shared = sharedLength(path.last, text);
		const stable = path.stable ?? shared;
		const end = Math.max(stable, shared);
		this.revised = true;
		this.undecided = { path, text, rest: text.slice(end) };
		path.stable = end;
		return this.asSnapshot(path, text, text.slice(stable, end));
	}
}
