import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { fieldNamesLabel } from '../../api/assumedNames';
import { InputError } from '../../api/errors';
import { readAnswerEntries } from '../../api/readFieldNames';
import { limits } from '../../api/limits';
import type { FormItem } from '../../forms/formItem';
import { answerStreamOptions, readStreamOptions } from '../../forms/streamOptions';
import type { ServiceClient } from '../../http/client';
import { OwnFormat } from '../answer/ownFormat';

const answerFormat: INodeProperties = {
	displayName: 'Answer Format (JSON)',
	name: 'answerFormat',
	type: 'json',
	typeOptions: { rows: 2 },
	default: '{}',
	description: `Where the events have the answer: the entries with "answer." in 'fieldNames' of an item or of Integration Service Check. Overrides '${fieldNamesLabel}' of the credential.`,
};

/** Entries of the Options collection for reading an answer. */
export const answerOptions: readonly INodeProperties[] = [answerFormat, ...answerStreamOptions];

/**
 * How an answer is read, by the options of an item and the credential.
 *
 * @throws InputError if an option is wrong, before anything is sent
 */
export function readAnswerOptions(item: FormItem & { readonly service: ServiceClient }) {
	const { fieldNames, service } = item;
	const options = item.parameter<IDataObject>('options', {});
	const { displayName, name } = answerFormat;
	const { entries, source } = readAnswerEntries(displayName, options[name], fieldNames);
	return {
		...readStreamOptions(item, 'answer'),
		own: new OwnFormat(entries, source),
		identifierNames: {
			thread: fieldNames.entry('thread.threadId'),
			message: fieldNames.entry('message.messageId'),
		},
		redact: (failure: unknown) => service.redact(failure),
	};
}

/**
 * @param missingThread in which the question was to be asked
 * @throws InputError if a question is too long for a new thread (spec 8)
 */
export function checkLength(question: unknown, missingThread?: string): void {
	// Characters as a person counts code points: never more than a service that counts otherwise finds.
	const isTooLong =
		typeof question === 'string' && [...question].length > limits.questionCharacters;
	if (!isTooLong) return;
	if (missingThread === undefined) throw InputError.of('question-too-long');
	throw new InputError(
		`There is no thread "${missingThread}", and the question is too long for a new thread`,
		`Shorten the question to ${limits.questionCharacters} characters, or correct 'Thread ID' in the options.`,
		'question-too-long',
	);
}
