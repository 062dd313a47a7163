import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../../nodes/shared/errors';
import type { FormItem, NoteKind } from '../../../nodes/shared/form/item';
import { aNode } from '../../aNode';

/** An item with these parameters and no others, and what its user is told. */
export function filledForm(parameters: IDataObject): {
	item: FormItem;
	notes: Array<[text: string, kind?: NoteKind]>;
} {
	const notes: Array<[text: string, kind?: NoteKind]> = [];
	const item: FormItem = {
		node: aNode,
		parameter: <Value>(name: string, fallback?: Value) =>
			(name in parameters ? parameters[name] : fallback) as Value,
		note: (...note) => notes.push(note),
	};
	return { item, notes };
}

/** What a user reads of the input that is refused, and the code. */
export function refusalOf(action: () => unknown): {
	message: string;
	description: string | null | undefined;
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
