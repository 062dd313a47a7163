/** `building` hints are shown only when the workflow is run by hand. */
export type HintType = 'info' | 'warning' | 'building';

/** One input item as the reader of a form sees it. */
export interface FormItem {
	/** The value of a parameter, by its name or path. A picker's value is the identifier. */
	parameter<Value>(name: string, fallback?: Value): Value;
	/** Whether a model fills in the form. */
	readonly isTool?: boolean;
	/** Shows a hint beside the items, once for all items that have it. */
	hint(text: string, type?: HintType): void;
}
