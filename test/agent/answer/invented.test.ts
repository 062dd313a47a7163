/**
 * Answers of invented services, as any service may send them: a person confirms the proposal for one
 * answer, and other answers are read by it. What is complete must be the text of the answer.
 */
import fc from 'fast-check';
import type { FieldNameEntries } from '../../../src/api/fieldNames';
import { randomRuns } from '../../randomRuns';
import { readAnswer, type Sent } from './readAnswer';

const texts = [
	['Sales rose', ' by 4 %', ' in May', ' and June.'],
	['Sales rose by 4 % in May.'],
	['ha', 'ha', ' the', ' cat', ' the', ' dog'],
	['{"sales"', ': {"may"', ': 4}}'],
	['No', '.'],
	['4', '2', ' is', ' it', '.'],
	['Done', '. The', ' status', ' is', ' complete.'],
	['\n', '\n', 'Hi', '\n'],
];

/** How a thought is told apart from the answer. */
const kindsOfThoughts = [
	...(['none', 'type', 'role', 'switch', 'field'] as const),
	...(['phase', 'channel', 'label', 'number'] as const),
];

const service = fc.record({
	typedBy: fc.constantFrom('SSE', 'type', 'event', 'kind', 'messageType'),
	textType: fc.constantFrom('chunk', 'delta', 'answer.delta', 'TEXT', 'partial', 'agent_message'),
	path: fc.constantFrom(
		'text',
		'delta',
		'data.text',
		'message',
		'output',
		'd',
		'msg.body',
		'reply',
	),
	mode: fc.constantFrom('delta', 'delta', 'snapshot', 'whole'),
	end: fc.constantFrom(
		'type',
		'mark',
		'switch',
		'reason',
		'switch of the text',
		'status',
		'nothing',
	),
	endType: fc.constantFrom('end', 'done', 'message_end', 'answer.completed', 'bye'),
	reason: fc.constantFrom('stop', 'end_turn', 'COMPLETE', 'finished'),
	thoughts: fc.constantFrom(...kindsOfThoughts),
	startsWithStatus: fc.boolean(),
	usesTool: fc.boolean(),
	takesBack: fc.constantFrom(false, false, false, true),
	endsWithCopy: fc.boolean(),
	endsWithUsage: fc.boolean(),
	numbersEvents: fc.boolean(),
});

type Service = typeof service extends fc.Arbitrary<infer Value> ? Value : never;

interface Given {
	pieces: readonly string[];
	thoughts?: (typeof kindsOfThoughts)[number];
	reason?: string;
}

/** What an event has if its text is a thought, or the answer beside thoughts. */
const besideThought = {
	role: { role: 'thinking' },
	switch: { isThought: true },
	phase: { phase: 'reasoning' },
	channel: { channel: 'analysis' },
	label: { label: 'aside' },
	number: { msgKind: 2 },
} as const;
const besideAnswer = {
	phase: { phase: 'answer' },
	channel: { channel: 'final' },
	label: { label: 'reply' },
	number: { msgKind: 1 },
} as const;

const nest = (path: string, text: string) =>
	path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), text) as object;

/** The events of an answer, and its text. */
function eventsOf(service: Service, given: Given): { events: Sent[]; text: string } {
	const { pieces, thoughts = service.thoughts, reason = service.reason } = given;
	const { mode, path, textType } = service;
	let number = 0;
	const event = (type: string, data: object): Sent => {
		const numbered = { ...(service.numbersEvents && { seq: number++ }), ...data };
		return service.typedBy === 'SSE'
			? [type, numbered]
			: [undefined, { [service.typedBy]: type, ...numbered }];
	};
	const whole = pieces.join('');
	const text = service.takesBack && mode === 'delta' ? pieces.slice(1).join('') : whole;
	const parts = mode === 'delta' ? pieces : mode === 'whole' ? [whole] : pieces.map(upTo(pieces));
	const thought = 'Let me see what they ask';
	const thinking = thoughts in besideThought ? besideThought[thoughts as 'role'] : undefined;
	const answering = besideAnswer[thoughts as keyof typeof besideAnswer] ?? {};
	const isLast = (index: number) => index === parts.length - 1;
	const ofText = (index: number) =>
		service.end === 'switch of the text' ? { done: isLast(index) } : {};
	const events = [
		service.startsWithStatus && event('status', { message: 'Looking at the sales of May' }),
		service.usesTool && event('tool_result', { tool: { output: 'Twelve rows, 4 % more' } }),
		thinking && event(textType, { ...nest(path, thought), ...thinking }),
		thoughts === 'type' && event('thinking', nest(path, thought)),
		thoughts === 'field' && event(textType, nest('reasoning', thought)),
		...parts.flatMap((part, index) => [
			event(textType, { ...nest(path, part), ...answering, ...ofText(index) }),
			service.takesBack && mode === 'delta' && index === 0 && event('clear', { count: 1 }),
		]),
		service.endsWithCopy && event('message_complete', { full: { content: text } }),
		service.endsWithUsage && event('usage', { usage: { input: 4, output: 9 } }),
		service.end === 'type' && event(service.endType, {}),
		service.end === 'mark' && ([undefined, '[DONE]'] satisfies Sent),
		service.end === 'switch' && event(textType, { finished: true }),
		service.end === 'reason' && event(service.endType, { stop_reason: reason }),
		service.end === 'status' && event('state', { status: reason }),
	];
	return { events: events.filter((each) => each !== false && each !== undefined), text };
}

const upTo = (pieces: readonly string[]) => (_piece: string, index: number) =>
	pieces.slice(0, index + 1).join('');

/** The entries that a person confirms, pasted until nothing more is proposed. */
function confirmed(events: readonly Sent[]): FieldNameEntries | undefined {
	let entries: FieldNameEntries | undefined;
	for (let pastes = 0; pastes < 3; pastes++) {
		const { complete, fieldNames } = readAnswer(events, entries);
		if (complete) return entries;
		if (fieldNames === undefined) return undefined;
		entries = fieldNames as FieldNameEntries;
	}
	return undefined;
}

/** Nothing that is complete has another text. */
function expectRight(events: readonly Sent[], entries: FieldNameEntries | undefined, text: string) {
	const { complete, output } = readAnswer(events, entries);
	if (complete) expect(output.trim()).toBe(text.trim());
}

const answer = fc.constantFrom(...texts);

/** Tries services whose proposal for one answer was confirmed. */
function expectOfServices(
	check: (given: Service, pieces: string[], entries: FieldNameEntries) => void,
) {
	let confirmations = 0;
	const property = fc.property(service, answer, (given, pieces) => {
		const entries = confirmed(eventsOf(given, { pieces }).events);
		if (entries === undefined) return;
		confirmations++;
		check(given, pieces, entries);
	});
	const { numRuns, ...settings } = randomRuns(80);
	fc.assert(property, { numRuns, ...settings });
	expect(confirmations).toBeGreaterThan(numRuns / 2);
}

describe('after a person confirmed the proposal for an answer', () => {
	test('every answer that is complete is right', () => {
		expectOfServices((given, pieces, entries) => {
			const answers = [
				...[pieces, ...texts].map((each) => eventsOf(given, { pieces: each })),
				...kindsOfThoughts.map((thoughts) => eventsOf(given, { pieces, thoughts })),
			];
			for (const { events, text } of answers) expectRight(events, entries, text);
			const { events, text } = eventsOf(given, { pieces });
			for (let count = 0; count < events.length; count++) {
				if ('answer.finalEvent' in entries) expectRight(events.slice(0, count), entries, text);
			}
		});
	});

	test('an answer with an unknown event is not complete', () => {
		expectOfServices((given, pieces, entries) => {
			const { events } = eventsOf(given, { pieces });
			for (let count = 0; count < events.length; count++) {
				const foreign: Sent = ['annex', { body: 'Stock fell.' }];
				expect(readAnswer(events.toSpliced(count, 0, foreign), entries).complete).toBe(false);
			}
		});
	});

	test.each(['length', 'content_filter', 'tool_calls', 'no_luck', 'cancelled', 'quota_exceeded'])(
		'an answer that stops with %s is not complete',
		(reason) => {
			expectOfServices((given, pieces, entries) => {
				if (given.end !== 'reason' && given.end !== 'status') return;
				const { events } = eventsOf(given, { pieces, reason });
				expect(readAnswer(events, entries).complete).toBe(false);
				expect(confirmed(events)).toBeUndefined();
			});
		},
	);

	test.each<object>([
		{ truncated: true },
		{ success: false },
		{ error_code: 'out_of_luck' },
		{ at: { outcome: 'no luck' } },
	])('an answer whose last event has %j is not complete', (stop) => {
		expectOfServices((given, pieces, entries) => {
			const { events } = eventsOf(given, { pieces });
			const [type, data] = events.at(-1) ?? [];
			if (typeof data !== 'object') return;
			const stopped: Sent[] = [...events.slice(0, -1), [type, { ...data, ...stop }]];
			expect(readAnswer(stopped, entries).complete).toBe(false);
		});
	});
});
