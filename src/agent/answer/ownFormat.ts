/** The format of an answer that a user confirmed, by the keys `answer.*` of 'Field Names (JSON)'. */
import { InputError } from '../../api/errors';
import type { FieldNameEntries } from '../../api/fieldNames';
import { type AnswerFormat, listWords } from './format';
import { readPath } from './path';

const listOf = (entry: string | readonly string[] = []) => [entry].flat();

/** What a user entered about the answers of the service. */
export class OwnFormat {
	/** Undefined if the entries only extend a row of the table. */
	readonly format: AnswerFormat | undefined;
	private readonly words: Readonly<Record<'events' | 'ends' | 'others', readonly string[]>>;

	/**
	 * @param entries those of `answer.*`, as `fieldNames.ts` checks them
	 * @param label where the user entered them
	 * @throws InputError if `answer.text` is no path
	 */
	constructor(
		readonly entries: FieldNameEntries,
		label: string,
	) {
		this.words = {
			events: listOf(entries['answer.events']),
			ends: listOf(entries['answer.finalEvent']),
			others: listOf(entries['answer.otherEvents']),
		};
		const path = entries['answer.text'];
		if (typeof path !== 'string') return;
		if (readPath(path) === undefined) {
			throw new InputError(
				`"answer.text" in ${label} is "${path}", which isn't a path`,
				'Enter names with dots in between, for example choices[0].delta.content.',
			);
		}
		const mode = entries['answer.mode'] === 'snapshot' ? 'snapshot' : 'delta';
		const { events, ends, others } = this.words;
		this.format = { name: label, texts: [{ path, events, mode }], ends, ignored: others };
	}

	/** A row of the table, with the events that the user added. */
	extend(row: AnswerFormat): AnswerFormat {
		const { events, ends, others } = this.words;
		return {
			...row,
			textEvents: events,
			ends: [...listWords(row.ends), ...ends],
			ignored: others,
		};
	}
}
