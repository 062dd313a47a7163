import type { IExecuteFunctions } from 'n8n-workflow';
import type { HintType } from '../forms/formItem';

/** Further ones are only counted. */
const maxHints = 5;

/** Hints of an execution, shown once at the end: one sentence for several items. */
export class ExecutionHints {
	private readonly itemsOf = new Map<string, Set<number>>();
	private left = 0;
	private warns = false;

	constructor(private readonly functions: IExecuteFunctions) {}

	/** @param itemIndex position of the item, from 0 */
	add(itemIndex: number, text: string, type: HintType): void {
		if (type === 'building' && this.functions.getMode() !== 'manual') return;
		if (type === 'warning') {
			this.warns = true;
			this.functions.logger.warn(`${text} [item ${itemIndex}]`);
		}
		const items = this.itemsOf.get(text);
		if (items) items.add(itemIndex);
		else if (this.itemsOf.size < maxHints) this.itemsOf.set(text, new Set([itemIndex]));
		else this.left += 1;
	}

	/** Shows the hints. */
	flush(): void {
		if (this.itemsOf.size === 0) return;
		const total = this.functions.getInputData().length;
		const sentences = [...this.itemsOf].map(([text, items]) =>
			total === 1 ? text : `${items.size} of ${total} items: ${text}`,
		);
		if (this.left > 0) sentences.push(`There are ${this.left} more hints.`);
		this.functions.addExecutionHints({
			message: sentences.join('\n\n'),
			type: this.warns ? 'warning' : 'info',
			location: 'outputPane',
		});
	}
}
