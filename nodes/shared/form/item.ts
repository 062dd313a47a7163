import type { INode } from 'n8n-workflow';

/** One input item as the reader of a form sees it. */
export interface FormItem {
	readonly node: INode;
	/**
	 * The value of a parameter for this item; pickers give the identifier.
	 *
	 * @param name name or path of the parameter
	 * @param fallback value where the parameter is not set
	 */
	parameter<Value>(name: string, fallback?: Value): Value;
}
