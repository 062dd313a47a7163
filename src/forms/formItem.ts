/**
 * How a note is meant: `info`, `warning` for what may be unwanted, `building` for what only matters
 * to who builds the workflow and runs it by hand.
 */
export type NoteKind = 'info' | 'warning' | 'building';

/** One input item as the reader of a form sees it. */
export interface FormItem {
	/**
	 * The value of a parameter for this item; pickers give the identifier.
	 *
	 * @param name name or path of the parameter
	 * @param fallback value where the parameter is not set
	 */
	parameter<Value>(name: string, fallback?: Value): Value;
	/**
	 * Tells the user something beside the items, once for all items of which it is said.
	 *
	 * @param text what there is to know, and what to do
	 * @param kind how it is meant; `info` where left out
	 */
	note(text: string, kind?: NoteKind): void;
}
