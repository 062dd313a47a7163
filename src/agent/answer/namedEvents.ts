/**
 * Words that name events. Each is a type (`tool_*`), a whole data (`[DONE]`), or a field with its
 * value (`status=completed|stop`, `usage=*`). `&` joins several that must all fit.
 */
import { defaultType } from '../../http/eventRecord';
import { isRecord } from '../../values/jsonObject';
import { memoizeByName } from '../../values/words';
import { type Path, readAlternatives, readPath, readPattern, scalarText, valuesAt } from './path';
import { type ReceivedEvent, typeFields } from './receivedEvent';
import { isStatement } from './statements';

/** Values of a field while the agent still works. They neither end an answer nor stop it. */
const isOpenValue = readAlternatives(
	'false|0|null|none|submitted|working|queued|pending|started|running|processing|in_progress|in-progress|streaming|generating|continue|TASK_STATE_SUBMITTED|TASK_STATE_WORKING|FINISH_REASON_UNSPECIFIED',
);

type Test = (text: string) => boolean;

interface Field {
	readonly path: Path;
	readonly isValue: Test;
}

interface NamedEvent {
	readonly word: string;
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

function readWord(word: string): NamedEvent {
	const parts = word.split('&').map((part) => part.trim());
	const read = parts.map((part) => readField(part) ?? readPattern(part));
	return {
		word,
		names: read.filter((part) => typeof part === 'function'),
		fields: read.filter((part) => typeof part !== 'function'),
	};
}

/** Objects and lists fit no value but `*`. */
const notScalar = '\0';

const textOf = (value: unknown) => scalarText(value) ?? notScalar;

/** Whether a value differs from those of a word, and isn't one that means nothing. */
const isOtherValue = (text: string) => text !== notScalar && !isOpenValue(text);

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
export function namesOf(event: ReceivedEvent, typedBy: readonly string[], isUsers: boolean): Named {
	const types = event.typesBy(typedBy);
	const { value } = event;
	if (types.length > 0) return { types, names: types.join('\n'), value };
	const isMark = typeof value === 'string' && value.length <= maxMark;
	const mark = isMark ? value.trim() : '';
	return { types, names: isUsers ? `${defaultType}\n${mark}` : mark, value };
}

/** Several words, any of which names an event. */
export class NamedEvents {
	private readonly words: readonly NamedEvent[];
	/** The words that fit the names of an event, or have none. */
	private readonly candidates: (names: string) => readonly NamedEvent[];
	/** Whether a word names events of a type, perhaps only some of them. */
	readonly hasType: Test;

	constructor(words: readonly string[]) {
		this.words = words.map(readWord);
		this.candidates = memoizeByName((names) => {
			const all = names.split('\n');
			return this.words.filter((word) => word.names.every((isNamed) => all.some(isNamed)));
		});
		this.hasType = memoizeByName((type) =>
			this.words.some((word) => word.names.some((isNamed) => isNamed(type))),
		);
	}

	get isEmpty(): boolean {
		return this.words.length === 0;
	}

	/** Whether a word fits an event. */
	has(event: Named): boolean {
		return this.compare(event).fits.length > 0;
	}

	/** The words that fit an event, and those of whose fields it has another value. */
	compare({ names, value }: Named): Record<'fits' | 'differs', readonly string[]> {
		const fits: string[] = [];
		const differs: string[] = [];
		for (const { word, fields } of this.candidates(names)) {
			const outcome = compareFields(fields, value);
			if (outcome === 'fits') fits.push(word);
			if (outcome === 'differs') differs.push(word);
		}
		return { fits, differs };
	}
}

function compareFields(fields: readonly Field[], value: unknown): 'fits' | 'differs' | undefined {
	let outcome: 'fits' | 'differs' = 'fits';
	for (const { path, isValue } of fields) {
		const texts = valuesAt(value, path).map(textOf);
		if (texts.some(isValue)) continue;
		if (!texts.some(isOtherValue)) return undefined;
		outcome = 'differs';
	}
	return outcome;
}

/** By what an event can be named. */
export interface EventSigns {
	readonly types: readonly string[];
	/** Without a type: words for what its data states, and the names in it. */
	readonly stated: readonly string[];
	readonly fields: readonly string[];
	/** The whole data, if it is a short text. */
	readonly mark?: string;
}

/** Names in an event that are looked at. */
const maxFields = 20;

/** Longer data isn't proposed as a name. */
const maxNamedMark = 40;

/** Words such as `role=tool` or `item.kind=thought` for what a value states, and what is inside. */
function statedIn(value: unknown, path = '', depth = 0): string[] {
	if (!isRecord(value) || depth > 3) return [];
	return Object.entries(value)
		.slice(0, maxFields)
		.flatMap(([name, inner]: [string, unknown]) => {
			const inside = path === '' ? name : `${path}.${name}`;
			return isStatement(name, inner) ? [`${inside}=${inner}`] : statedIn(inner, inside, depth + 1);
		});
}

export function signsOf(event: ReceivedEvent): EventSigns {
	const { value, record } = event;
	const isMark = typeof value === 'string' && value.length <= maxNamedMark;
	const types = event.typesBy(typeFields);
	return {
		types,
		stated: types.length > 0 ? [] : statedIn(value),
		fields: Object.keys(record).slice(0, maxFields),
		mark: isMark ? value.trim() : undefined,
	};
}

/**
 * The word that names an event, to propose it.
 *
 * @param isShared whether events of another meaning have a type, a word, or a field, too
 */
export function wordFor(
	{ types, stated, mark, fields }: EventSigns,
	isShared: (name: string) => boolean,
): string | undefined {
	if (types.length > 0) return types.findLast((type) => !isShared(type)) ?? types.join('&');
	const field = fields.find((name) => !isShared(name));
	return stated.find((word) => !isShared(word)) ?? mark ?? (field && `${field}=*`);
}
