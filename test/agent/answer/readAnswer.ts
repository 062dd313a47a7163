import ts from 'typescript';
import { Answer, type AnswerSettings } from '../../../src/agent/answer/receivedAnswer';
import { OwnFormat } from '../../../src/agent/answer/ownFormat';
import { readEvents } from '../../../src/agent/answer/events/receivedEvent';
import type { ErrorDetails } from '../../../src/api/errors';
import type { FieldNameEntries } from '../../../src/api/fieldNames';

/** The type of an event, if it has one, and its data, which is sent as JSON if it is no text. */
export type Sent = readonly [type: string | undefined, data: unknown];

/**
 * Events as a test writes them, a line each: the type, if there is one, and the data. `⏎` is a line
 * break in the data.
 */
export function parseEvents(lines: string): Sent[] {
	return lines
		.trim()
		.split('\n')
		.map((line) => {
			const [, type, data = line] = /^([^\s{["$]\S*) (.*)$/.exec(line.trim()) ?? [];
			return [type, data.trim().replaceAll('⏎', '\n')];
		});
}

/**
 * Streams in a file of `cases`: their title, what a test needs besides as a JSON object, and the events,
 * a line each.
 */
export function streamCases<Given extends object>(
	name: string,
): Array<[title: string, given: Given, events: Sent[]]> {
	const [, ...sections] = (ts.sys.readFile(`test/agent/answer/cases/${name}.txt`) ?? '').split(
		/^## /m,
	);
	return sections.map((section) => {
		const [title = '', given = '', ...lines] = section.split('\n');
		return [title, JSON.parse(given) as Given, parseEvents(lines.join('\n'))];
	});
}

/** What only the result of an answer that ended has. */
const unfinished: Pick<ReturnType<Answer['result']>, 'incompleteReason' | 'fieldNames'> = {};

/** Reads an answer to its end, or until the agent fails. */
export function readAnswer(
	events: readonly Sent[],
	entries?: FieldNameEntries,
	settings: AnswerSettings = {},
) {
	const own = entries && new OwnFormat(entries, 'the format');
	const answer = new Answer({ own, ...settings });
	let live = '';
	const reading = (failure?: ErrorDetails) => ({ failure, live, format: answer.formatName });
	for (const [event, sent] of events) {
		const data = typeof sent === 'string' ? sent : JSON.stringify(sent);
		for (const each of readEvents({ event, data, id: undefined })) {
			const { text, failure } = answer.add(each);
			live += text;
			if (failure) return { ...unfinished, ...answer.part(), ...reading(failure) };
		}
	}
	return { ...answer.result(true), ...reading() };
}
