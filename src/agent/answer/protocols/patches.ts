import type { IDataObject } from 'n8n-workflow';
import { answerTextNames } from '../answerWords';
import { type AnswerProtocol, isStop } from '../eventReading';
import { readEnding } from '../ending';
import { readKind } from '../kinds';
import { isText } from '../receivedEvent';
import { asRecord, asRecords, contentText } from './typedProtocol';

const names = [...answerTextNames.likely, 'parts', 'streamed_output'].join('|');
const textPath = new RegExp(`^(?!/logs/).*/(?:${names})(?:/[\\d-]+)*$`);

/** The operations of a patch, named as in JSON Patch or by their initials. A lone `v` is appended. */
function operationsOf(value: unknown, { ops, patch, o, v }: IDataObject) {
	const list = [ops, patch, o === 'patch' ? v : undefined, value].find(Array.isArray) ?? [value];
	return asRecords(list).map((each) => ({
		operation: String(
			each.op ?? each.o ?? (Object.keys(each).join() === 'v' && isText(each.v) ? 'append' : ''),
		),
		path: String(each.path ?? each.p ?? '/text'),
		value: each.value ?? each.v,
	}));
}

/** https://www.rfc-editor.org/rfc/rfc6902 on a record with the answer, as in LangServe's log. */
export const patches: AnswerProtocol = {
	name: 'JSON patches',
	endsWithStream: true,
	read(event, data) {
		const { value, kind } = event;
		if (readKind(kind).isOther) return undefined;
		const operations = operationsOf(value, data);
		const isPatch = operations.every(({ operation, path }) =>
			/^(?:add|replace|remove|append|patch|test|move|copy):(?:\/|$)/.test(`${operation}:${path}`),
		);
		if (operations.length === 0 || !isPatch) return undefined;
		const own = operations.filter(({ path }) => textPath.test(path));
		const isDelta = own.every((each) => each.operation === 'append' || each.path.endsWith('/-'));
		const texts = own.map((each) => contentText(asRecord(each.value).content ?? each.value));
		const others = operations.filter(({ path }) => !textPath.test(path));
		const fields = others.map((each) => [each.path.split('/').at(-1), each.value]);
		const { failure, end } = readEnding({ data: '', kind, value: Object.fromEntries(fields) });
		const needsMore = failure !== undefined || isStop(end);
		return { [isDelta ? 'delta' : 'snapshot']: texts.join(''), needsMore };
	},
};
