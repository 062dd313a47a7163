/**
 * Streams of answers in the forms that public protocols document, one file each. The specification
 * shows none of its own (spec 6), so it may have any of them.
 *
 * The head of a file has the name and the ID of the thread (`thread: …`), if the stream has one,
 * `comes whole` if a text can come without deltas, and `to confirm` if no row reads the stream whole.
 *
 * A line is an event: its type, if it has one, and its data. `$TEXT` is the text as JSON,
 * `$RAW` as it is, `$TURN` the number of the turn, `$ANSWERS` a list of messages with all turns so
 * far, and `$ALL` their text.
 */
import ts from 'typescript';
import { parseEvents, type Sent } from './readAnswer';

/** An answer in pieces. */
export interface Turn {
	readonly pieces: readonly string[];
}

type Part = 'start' | 'text' | 'whole' | 'tool' | 'end' | 'failure';

export interface Protocol {
	readonly name: string;
	readonly threadId?: string;
	/** A text can be sent without deltas. */
	readonly comesWhole: boolean;
	/** No row of the table reads the stream whole. */
	readonly isToConfirm: boolean;
	/** The events of a part; none if the protocol has no such part. */
	readonly eventsOf: (part: Part, text?: string, turn?: number, all?: readonly string[]) => Sent[];
}

function readProtocol(file: string): Protocol {
	const [head = '', ...sections] = file.split('\n## ');
	const parts = new Map(
		sections.map((section) => {
			const [, part = '', events = ''] = /^(\w+)\n(.*)$/s.exec(section) ?? [];
			return [part, parseEvents(events)];
		}),
	);
	return {
		name: /^name: (.*)$/m.exec(head)?.[1] ?? '',
		threadId: /^thread: (.*)$/m.exec(head)?.[1],
		comesWhole: head.includes('\ncomes whole'),
		isToConfirm: head.includes('\nto confirm'),
		eventsOf(part, text = '', turn = 0, all = [text]) {
			const answers = all.map((content, index) =>
				JSON.stringify({ id: `m-${index}`, role: 'assistant', type: 'ai', content }),
			);
			const fill = (data: string) =>
				data
					.replaceAll('$TURN', String(turn))
					.replaceAll('$ANSWERS', () => answers.join())
					.replaceAll('$ALL', () => JSON.stringify(all.join('')))
					.replaceAll('$TEXT', () => JSON.stringify(text))
					.replaceAll('$RAW', () => text);
			return (parts.get(part) ?? []).map(([type, data]) => [type, fill(String(data))]);
		},
	};
}

export const protocols: readonly Protocol[] = ts.sys
	.readDirectory('test/agent/answer/streams', ['.txt'])
	.map((file) => readProtocol(ts.sys.readFile(file) ?? ''));

/** Reports the work, not the answer. */
const progress: Sent = ['progress', '{"percent":40}'];

export const forms = [
	'in pieces',
	'in pieces with progress between them',
	'in pieces and as a whole',
	'as a whole only',
] as const;

/** How an agent can send its answer. */
export type Form = (typeof forms)[number];

function eventsOfTurn(
	{ comesWhole, eventsOf }: Protocol,
	form: Form,
	turn: number,
	all: readonly string[],
	pieces: readonly string[],
): Sent[] {
	const whole = pieces.join('');
	if (form === 'as a whole only') return eventsOf(comesWhole ? 'whole' : 'text', whole, turn, all);
	const between = form === 'in pieces with progress between them' ? [progress] : [];
	const events = pieces.flatMap((piece) => [...eventsOf('text', piece, turn), ...between]);
	return form === 'in pieces' || between.length > 0
		? events
		: [...events, ...eventsOf('whole', whole, turn, all)];
}

/** The events of an answer; between two turns the agent uses a tool. */
export function eventsOf(protocol: Protocol, form: Form, turns: readonly Turn[]): Sent[] {
	const all = turns.map(({ pieces }) => pieces.join(''));
	const events = turns.flatMap(({ pieces }, turn) => [
		...(turn > 0 ? protocol.eventsOf('tool') : []),
		...eventsOfTurn(protocol, form, turn, all.slice(0, turn + 1), pieces),
	]);
	const end = protocol.eventsOf('end', all.at(-1), turns.length - 1, all);
	return [...protocol.eventsOf('start'), ...events, ...end];
}
