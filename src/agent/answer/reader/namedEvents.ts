/**
 * Words that name events. Each is a type (`tool_*`), a whole data (`[DONE]`), or a field with its
 * value (`status=completed|stop`, `usage=*`, or `parents=` for one that is empty). `&` joins several
 * that must all fit. `message` is also the type of an event without one.
 */
import { defaultType } from '../../../http/eventRecord';
import { memoizeByName } from '../../../values/words';
import {
	leadsAnywhere,
	type Path,
	readAlternatives,
	readPath,
	readPattern,
	scalarText,
	valuesAt,
} from '../events/path';
import type { ReceivedEvent } from '../events/receivedEvent';

/** Values of a field while the agent still works. They neither end an answer nor stop it. */
const isOpenValue = readAlternatives(
	'false|0|null|none|submitted|working|queued|pending|started|running|processing|in_progress|in-progress|streaming|generating|continue|TASK_STATE_SUBMITTED|TASK_STATE_WORKING|FINISH_REASON_UNSPECIFIED',
);

type Test = (text: string) => boolean;

/** An event, or a part of it. */
type ComparedEvent = Pick<ReceivedEvent, 'types' | 'value'>;

/** A word, and what the events mean that it names. */
interface NamedEvent<Meaning> {
	readonly word: string;
	readonly meaning: Meaning;
	/** Each must fit a type of the event, or its whole data. */
	readonly names: readonly Test[];
	readonly fields: ReadonlyArray<Readonly<{ path: Path; isValue: Test; mayBeEmpty: boolean }>>;
}

/** Where the value of a field begins: after the first `=` outside of brackets. */
const fieldWord = /^((?:[^\s[\]=]|\[[^\]]*\])+)=(.*)$/s;

function readPart(text: string) {
	const [, field, values = ''] = fieldWord.exec(text) ?? [];
	const path = field === undefined ? undefined : readPath(field);
	if (path === undefined) return readPattern(text);
	return { path, isValue: readAlternatives(values), mayBeEmpty: values === '' };
}

function readWord<Meaning>(word: string, meaning: Meaning): NamedEvent<Meaning> {
	const parts = word.split('&').map((part) => readPart(part.trim()));
	const names = parts.filter((part) => typeof part === 'function');
	return { word, meaning, names, fields: parts.filter((part) => typeof part !== 'function') };
}

/** A longer data is no mark. */
const maxMark = 200;

/** The types of an event or, without one, the data if it is a short text; a line each. */
function namesOf({ types, value }: ComparedEvent): string {
	if (types.length > 0) return types.join('\n');
	const mark = typeof value === 'string' && value.length <= maxMark ? value.trim() : '';
	return `${defaultType}\n${mark}`;
}

/** Objects and lists fit no value but `*`. */
const notScalar = '\0';

/** Whether the fields of an event have the values of a word, or others that mean something. */
function compare({ fields }: NamedEvent<unknown>, value: unknown): 'fits' | 'differs' | undefined {
	let outcome: 'fits' | 'differs' = 'fits';
	for (const { path, isValue, mayBeEmpty } of fields) {
		const texts = valuesAt(value, path).map((each) => scalarText(each) ?? notScalar);
		const isEmpty = mayBeEmpty && texts.length === 0 && leadsAnywhere(value, path);
		if (isEmpty || texts.some(isValue)) continue;
		if (texts.every((text) => text === notScalar || isOpenValue(text))) return undefined;
		outcome = 'differs';
	}
	return outcome;
}

/** Words by what the events mean that they name. */
export class NamedEvents<Meaning> {
	/** The words whose types fit those of an event, and those without a type. */
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

	/** The words that fit an event, and those whose field has another value in it, by what they mean. */
	compare(event: ComparedEvent) {
		const fits = new Map<Meaning, readonly string[]>();
		const differs = new Map<Meaning, readonly string[]>();
		for (const candidate of this.candidates(namesOf(event))) {
			const { word, meaning } = candidate;
			const outcome = compare(candidate, event.value);
			const words = outcome === 'fits' ? fits : differs;
			if (outcome) words.set(meaning, [...(words.get(meaning) ?? []), word]);
		}
		return { fits, differs };
	}
}
