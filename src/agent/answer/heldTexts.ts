import type { Candidate } from './candidates';

/** Characters after which a path without a usual name is taken for the answer. */
const enough = { usual: 0, possible: 200, unknown: 1000 };

/** Paths that are kept apart; a service with more has none that tells. */
const mostPaths = 50;

/** Stands between the texts of two messages. */
export const section = Symbol('section');

interface HeldText {
	readonly text: string;
	/** Its event ends the answer. */
	readonly ends: boolean;
}

interface Held {
	readonly likelihood: Candidate['likelihood'];
	/** The kind of event under which it came first. */
	readonly kind: string;
	readonly texts: Array<HeldText | typeof section>;
	characters: number;
}

/**
 * Texts under names that may as well hold something else. They wait for whether a text comes under
 * a usual name, which is then the answer; at the end of the stream, or when there is much of one,
 * the likeliest of them is. What waits is bounded, so that a long answer comes in live all the same.
 */
export class HeldTexts {
	private readonly paths = new Map<string, Held>();

	/** Whether there is any. */
	get waits(): boolean {
		return this.paths.size > 0;
	}

	/**
	 * Keeps a text.
	 *
	 * @param candidate the text and where it was
	 * @param kind the kind of its event
	 * @param ends whether its event ends the answer
	 * @returns whether there is so much of it that it is the answer
	 */
	add({ path, text, likelihood }: Candidate, kind: string, ends: boolean): boolean {
		let held = this.paths.get(path);
		if (!held) {
			if (this.paths.size >= mostPaths) return false;
			held = { likelihood, kind, texts: [], characters: 0 };
			this.paths.set(path, held);
		}
		held.texts.push({ text, ends });
		held.characters += text.length;
		return held.characters > enough[likelihood];
	}

	/** What follows is another message. */
	beginSection(): void {
		for (const { texts } of this.paths.values()) if (texts.at(-1) !== section) texts.push(section);
	}

	/** The likeliest path with its texts in order; nothing is kept after. */
	release(): ({ readonly path: string } & Held) | undefined {
		const all = [...this.paths].map(([path, held]) => ({ path, ...held }));
		this.paths.clear();
		const rank = ({ likelihood }: Held) => (likelihood === 'possible' ? 0 : 1);
		return all.sort((a, b) => rank(a) - rank(b) || b.texts.length - a.texts.length)[0];
	}
}
