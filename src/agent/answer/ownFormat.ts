/** The format of an answer that a user confirmed, by the keys `answer.*` of 'Field Names (JSON)'. */
import { InputError } from '../../api/errors';
import type { FieldNameEntries } from '../../api/fieldNames';
import { readPath } from './events/path';
import { type AnswerFormat, listWords } from './format';

/** What a user entered about the answers of the service. */
export class OwnFormat {
	/** Undefined if the entries only extend a row of the table. */
	readonly format: AnswerFormat | undefined;

	/**
	 * @param entries those of `answer.*`, which `readFieldNames.ts` has checked
	 * @param label where the user entered them
	 * @throws InputError if `answer.text` is no path
	 */
	constructor(
		readonly entries: FieldNameEntries,
		label: string,
	) {
		const path = entries['answer.text'];
		if (typeof path !== 'string') return;
		if (readPath(path) === undefined) {
			throw new InputError(
				`"answer.text" in ${label} is "${path}", which isn't a path`,
				'Enter names with dots in between, for example choices[0].delta.content.',
			);
		}
		const { events, ends, ignored } = this.words;
		const mode = entries['answer.mode'] === 'snapshot' ? 'snapshot' : 'delta';
		// Plain text has its marks without a path. Without a mark, a word is for an empty text.
		const mark = path === '' ? /^([[<].*)$/s : /^=(.+)$/s;
		const markOf = (word: string) =>
			word.startsWith(path) ? mark.exec(word.slice(path.length))?.[1] : undefined;
		this.format = {
			name: label,
			texts: [{ path, events, mode }],
			ends: ends.filter((word) => path === '' || markOf(word) === undefined),
			endTexts: ends.flatMap((word) => markOf(word) ?? []),
			endsWithStream: ends.length === 0,
			ignored,
		};
	}

	private get words() {
		const wordsOf = (key: string) => [this.entries[`answer.${key}`] ?? []].flat();
		const [events, ends] = [wordsOf('events'), wordsOf('finalEvent')];
		return { events, ends, ignored: wordsOf('otherEvents') };
	}

	/** A row of the table, with the events that the user added. */
	extend(row: AnswerFormat): AnswerFormat {
		const { events, ends, ignored } = this.words;
		const texts = row.texts.map((text) => {
			const named = listWords(text.events);
			return named.length === 0 ? text : { ...text, events: [...named, ...events] };
		});
		const others = [...listWords(row.others), ...events];
		return { ...row, texts, others, ignored, ends: [...listWords(row.ends), ...ends] };
	}
}
