import type { ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import type { FieldNames } from '../api/fieldNames';
import type { Operation } from '../api/operations';

export type HintType = 'info' | 'warning';

/** The parameters of a node. */
export interface Form {
	/** The value of a parameter, by its name or path. A picker's value is the identifier. */
	parameter<Value>(name: string, fallback?: Value): Value;
	/** Whether a model fills in the form. */
	readonly isTool?: boolean;
}

/** The form of a trigger, or of a list inside a form, which have no items. */
export function formOf(functions: ILoadOptionsFunctions | IPollFunctions): Form {
	return {
		parameter: <Value>(name: string, fallback?: Value) =>
			functions.getNodeParameter(name, fallback) as Value,
	};
}

/** One input item as the reader of a form sees it. */
export interface FormItem extends Form {
	/** What the item requests. */
	readonly operation: Operation;
	readonly isTool: boolean;
	/** Whether the item only shows the request that it would send. */
	readonly isPreview: boolean;
	/** What the service calls the fields of records that a user types. */
	readonly fieldNames: FieldNames;
	/** Shows a hint, once for all items that have it. */
	hint(text: string, type?: HintType): void;
}
