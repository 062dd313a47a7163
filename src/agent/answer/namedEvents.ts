/**
 * Words that name events. Each is a type (`tool_*`), a whole data (`[DONE]`), or a field with its
 * value (`status=completed|stop`, `usage=*`). `&` joins several that must all fit.
 */
import { defaultType } from '../../http/eventRecord';
import { memoizeByName } from '../../values/words';
import { type Path, readAlternatives, readPath, readPattern, scalarText, valuesAt } from './path';
import type { ReceivedEvent } from './receivedEvent';

/** Values of a field while the agent still works. They neither end an answer nor stop it. */
const isOpenValue = readAlternatives(
	'false|0|null|none|submitted|working|queued|pending|started|running|processing|in_progress|in-progress|streaming|generating|continue|TASK_STATE_SUBMITTED|TASK_STATE_WORKING|FINISH_REASON_UNSPECIFIED',
);

type Test = (text: string) => boolean;

type Field = Readonly<{ path: Path; isValue: Test }>;

/** A word, and what the events mean that it names. */
export interface NamedEvent<Meaning> {
	readonly word: string;
	readonly meaning: Meaning;
	/** Each must fit a type of the event, or its whole data. */
	readonly names: readonly Test[];
	readonly fields: readonly Field[];
}

/** Where the value of a field begins: after the first `=` outside of brackets. */
const fieldWord = /^((?:[^\s[\]=]|\[[^\]]*\])+)=(.*)$/s;

function readField(text: string): Field | undefined {
	const [, field, values = ''] = fieldWord.exec(text) ?? [];
	const path = field === undefined ? undefined : readPath(field);
	return path && { path, isValue: readAlternatives(values) };
}

function readWord<Meaning>(word: string, meaning: Meaning): NamedEvent<Meaning> {
	const parts = word.split('&').map((part) => readField(part.trim()) ?? readPattern(part.trim()));
	const names = parts.filter((part) => typeof part === 'function');
	return { word, meaning, names, fields: parts.filter((part) => typeof part !== 'function') };
}

/** The names of an event, and what it contains. */
export interface Named {
	readonly types: readonly string[];
	/** The types or, without one, the data if it is a short text, a line each. */
	readonly names: string;
	readonly value: unknown;
}

/** A longer data is no mark. */
const maxMark = 200;

/** @param isUsers a user may call an event without a type `message` */
export function namesOf(event: ReceivedEvent, isUsers: boolean): Named {
	const { types, value } = event;
	if (types.length > 0) return { types, names: types.join('\n'), value };
	const mark = typeof value === 'string' && value.length <= maxMark ? value.trim() : '';
	return { types, names: isUsers ? `${defaultType}\n${mark}` : mark, value };
}

/** Objects and lists fit no value but `*`. */
const notScalar = '\0';

/** Whether the fields of an event have the values of a word, or others that mean something. */
function compare({ fields }: NamedEvent<unknown>, value: unknown): 'fits' | 'differs' | undefined {
	let outcome: 'fits' | 'differs' = 'fits';
	for (const { path, isValue } of fields) {
		const texts = valuesAt(value, path).map((each) => scalarText(each) ?? notScalar);
		if (texts.some(isValue)) continue;
		if (texts.every((text) => text === notScalar || isOpenValue(text))) return undefined;
		outcome = 'differs';
	}
	return outcome;
}

/** Words by what the events mean that they name. */
export class NamedEvents<Meaning> {
	/** The words that fit the names of an event, or have none. */
	private readonly candidates: (names: string) => ReadonlyArray<NamedEvent<Meaning>>;
	/** Whether a word names events of a type, perhaps only some of them. */
	readonly hasType: Test;

	constructor(columns: ReadonlyArray<readonly [Meaning, readonly string[]]>) {
		const all = columns.flatMap(([meaning, words]) => words.map((word) => readWord(word, meaning)));
		this.candidates = memoizeByName((lines) => {
			const names = lines.split('\n');
			return all.filter((word) => word.names.every((isNamed) => names.some(isNamed)));
		});
		this.hasType = memoizeByName((type) =>
			all.some((word) => word.names.some((isNamed) => isNamed(type))),
		);
	}

	/** The words that fit an event, and those of whose fields it has another value. */
	compare({ names, value }: Named) {
		const fits: Array<NamedEvent<Meaning>> = [];
		const differs: Array<NamedEvent<Meaning>> = [];
		for (const word of this.candidates(names)) {
			const outcome = compare(word, value);
			if (outcome === 'fits') fits.push(word);
			if (outcome === 'differs') differs.push(word);
		}
		return { fits, differs };
	}
}
