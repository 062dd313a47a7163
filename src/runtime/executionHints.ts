import type { IExecuteFunctions } from 'n8n-workflow';
import type { NoteKind } from '../forms/formItem';

/** Further ones are only counted. */
const mostNotes = 5;

/**
 * What there is to know of an execution beside its items. It is told once, at the end: what holds for
 * several items is one sentence.
 */
export class ExecutionNotes {
	private readonly itemsOf = new Map<string, Set<number>>();
	private left = 0;
	private warns = false;

	/** @param functions n8n's execution context */
	constructor(private readonly functions: IExecuteFunctions) {}

	/**
	 * Takes a note.
	 *
	 * @param itemIndex position of the item that it is about, from 0
	 * @param text what there is to know, and what to do
	 * @param kind as in {@link NoteKind}
	 */
	add(itemIndex: number, text: string, kind: NoteKind): void {
		if (kind === 'building' && this.functions.getMode() !== 'manual') return;
		if (kind === 'warning') {
			this.warns = true;
			this.functions.logger.warn(`${text} [item ${itemIndex}]`);
		}
		const items = this.itemsOf.get(text);
		if (items) items.add(itemIndex);
		else if (this.itemsOf.size < mostNotes) this.itemsOf.set(text, new Set([itemIndex]));
		else this.left += 1;
	}

	/** Tells them to the user; where n8n cannot show them, warnings are in its log. */
	tell(): void {
		if (this.itemsOf.size === 0) return;
		const { functions } = this;
		const total = functions.getInputData().length;
		const sentences = [...this.itemsOf].map(([text, items]) =>
			total === 1 ? text : `${items.size} of ${total} items: ${text}`,
		);
		if (this.left > 0) sentences.push(`There are ${this.left} more of such notes.`);
		const host: Partial<Pick<IExecuteFunctions, 'addExecutionHints'>> = functions;
		host.addExecutionHints?.({
			message: sentences.join('\n\n'),
			type: this.warns ? 'warning' : 'info',
			location: 'outputPane',
		});
	}
}
