/** What the items of an execution share. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { pathParameters } from '../api/operations';
import { givenByModel } from '../forms/modelValues';
import type { HintType } from '../forms/formItem';
import { isKeyed, readPicked } from '../forms/naturalKeys';
import { readLabel } from '../forms/recordLabels';
import { isRecord } from '../values/jsonObject';
import { isEmpty } from '../values/scalars';
import { isTool } from './nodeErrors';

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
			items.size === total ? text : `${items.size} of ${total} items: ${text}`,
		);
		if (this.left > 0) sentences.push(`More hints: ${this.left}.`);
		this.functions.addExecutionHints({
			message: sentences.join('\n\n'),
			type: this.warns ? 'warning' : 'info',
			location: 'outputPane',
		});
	}
}

/** Whether a stored parameter is an expression, whose value can differ from item to item. */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return Object.values(Object(value)).some(hasExpression);
}

/** The value or the key of a picker. JSON in another field may only look like a picker. */
function pickedValue(
	name: string,
	value: unknown,
	context: Parameters<typeof readPicked>[2],
): unknown {
	if (!Object.hasOwn(pathParameters, name)) return value;
	const isLocator = isRecord(value) && 'mode' in value && 'value' in value;
	const picked: IDataObject = isLocator ? value : { value: value as IDataObject[string] };
	return isKeyed(name) ? readPicked(name, picked, context) : picked.value;
}

/** What the items of an execution share. A parameter without an expression is read once. */
export class Execution {
	readonly hints: ExecutionHints;
	readonly isTool: boolean;
	private readonly stored: IDataObject;
	private readonly fixedValues = new Map<string, unknown>();

	constructor(readonly functions: IExecuteFunctions) {
		const node = functions.getNode();
		this.hints = new ExecutionHints(functions);
		this.isTool = isTool(node);
		this.stored = node.parameters as IDataObject;
	}

	/** What the list of a picker calls the selected record; undefined if it wasn't selected there. */
	labelOf(name: string): string | undefined {
		const { mode, value, cachedResultName } = Object(this.stored[name]) as IDataObject;
		if (mode !== 'list' || hasExpression(value) || isEmpty(cachedResultName)) return undefined;
		return readLabel(String(cachedResultName));
	}

	/**
	 * @param itemIndex position of the item, from 0
	 * @param fallback value if the parameter isn't set
	 */
	read(name: string, itemIndex: number, fallback?: unknown): unknown {
		if (this.fixedValues.has(name)) return this.fixedValues.get(name);
		const hasTenantId = Object.hasOwn(Object(this.stored.options), 'tenantId');
		const parameter: unknown = this.functions.getNodeParameter(name, itemIndex, fallback);
		const given = this.isTool ? givenByModel(name, parameter, fallback) : parameter;
		const [top = name] = name.split('.');
		const isExpression = hasExpression(this.stored[top]);
		const value = pickedValue(name, given, { hasTenantId, isExpression });
		if (!isExpression) this.fixedValues.set(name, value);
		return value;
	}
}
