import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../src/api/errors';
import { FieldNames } from '../../src/api/fieldNames';
import type { FormItem } from '../../src/forms/formItem';

/** A form with these parameters, and its hints. */
export function filledIn(parameters: IDataObject): FormItem & { hints: unknown[][] } {
	const hints: unknown[][] = [];
	return {
		hints,
		operation: 'user.create',
		isTool: false,
		isPreview: false,
		fieldNames: new FieldNames(),
		parameter: <Value>(name: string, fallback?: Value) => {
			const found = name
				.split('.')
				.reduce<unknown>((value, part) => Object(value)[part] as unknown, parameters);
			return (found === undefined ? fallback : found) as Value;
		},
		hint: (...hint) => void hints.push(hint),
	};
}

/** The message for a refused input. */
export function refusal(action: () => unknown): {
	message: string;
	description?: string | null;
	errorCode: string;
} {
	let refused: unknown;
	try {
		action();
	} catch (error) {
		refused = error;
	}
	expect(refused).toBeInstanceOf(InputError);
	const { message, description, errorCode } = refused as InputError;
	return { message, description, errorCode };
}
