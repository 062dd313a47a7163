/**
 * Streams and their answers, from the files in `cases/`. After its title, a case can have options of
 * the form. Then it has the events, and `=` before the answer as JSON, or `?` if the stream leaves a
 * doubt about the answer. `⏎` is a line break in the data of an event.
 */
import ts from 'typescript';
import type { AnswerSettings } from '../../../src/agent/answer/answer';
import { parseEvents } from './protocols';

interface StreamCase {
	readonly settings: AnswerSettings;
	readonly events: ReturnType<typeof parseEvents>;
	/** Undefined for a doubt. */
	readonly answer?: string;
}

/** @param name of a file in `cases/` */
export function readStreamCases(name: string): Array<readonly [title: string, StreamCase]> {
	const file = ts.sys.readFile(`test/agent/answer/cases/${name}.txt`) ?? '';
	return file.split(/^## /m).slice(1).map(readCase);
}

function readCase(section: string): readonly [title: string, StreamCase] {
	const [title = '', ...lines] = section.trim().split('\n');
	const valueOf = (mark: string) => lines.find((line) => line.startsWith(mark))?.slice(mark.length);
	const events = lines.filter(
		(line) => !/^(Text Field: |Answer Events: |Final Event: |= |\?$)/.test(line),
	);
	const answer = valueOf('= ');
	return [
		title,
		{
			settings: {
				textField: valueOf('Text Field: '),
				answerEvents: valueOf('Answer Events: ')?.split(', '),
				finalEvent: valueOf('Final Event: '),
			},
			events: parseEvents(events.join('\n')).map(([type, data]) => [
				type,
				data.replaceAll('⏎', '\n'),
			]),
			answer: answer && (JSON.parse(answer) as string),
		},
	];
}
