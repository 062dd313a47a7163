import type { IExecuteFunctions } from 'n8n-workflow';
import { pathParameters } from '../api/operations';
import { isRecord } from '../api/jsonObject';

/** Whether a stored parameter holds an expression, so that its value differs from item to item. */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(hasExpression);
}

/** What was picked in a picker: its identifier. Of other fields, JSON may look like a picker's. */
function chosen(name: string, value: unknown): unknown {
	if (!Object.hasOwn(pathParameters, name) || !isRecord(value)) return value;
	return 'mode' in value && 'value' in value ? value.value : value;
}

/** Reads parameters, asking n8n once for those that are the same for every item. */
export class ParameterReader {
	private readonly same = new Map<string, unknown>();
	private readonly differs = new Map<string, boolean>();

	/** @param functions n8n's execution context */
	constructor(private readonly functions: IExecuteFunctions) {}

	/**
	 * The value of a parameter.
	 *
	 * @param name name or path of the parameter
	 * @param itemIndex position of the item, from 0
	 * @param fallback value where the parameter is not set
	 */
	read(name: string, itemIndex: number, fallback: unknown): unknown {
		const evaluate = () =>
			chosen(name, this.functions.getNodeParameter(name, itemIndex, fallback) as unknown);
		if (this.differsByItem(name)) return evaluate();
		if (!this.same.has(name)) this.same.set(name, evaluate());
		return this.same.get(name);
	}

	private differsByItem(name: string): boolean {
		const top = name.split('.')[0] ?? name;
		let differs = this.differs.get(top);
		if (differs === undefined) {
			differs = hasExpression(this.functions.getNode().parameters[top]);
			this.differs.set(top, differs);
		}
		return differs;
	}
}

/** The parameters of one item, each evaluated once. */
export class ItemParameters {
	private readonly values = new Map<string, unknown>();

	/**
	 * @param reader reads the node's parameters
	 * @param itemIndex position of the item, from 0
	 */
	constructor(
		private readonly reader: ParameterReader,
		readonly itemIndex: number,
	) {}

	/**
	 * The value of a parameter; of one without a value, the fallback that was asked with first.
	 *
	 * @param name name or path of the parameter
	 * @param fallback value where the parameter is not set
	 */
	read(name: string, fallback?: unknown): unknown {
		if (!this.values.has(name)) {
			this.values.set(name, this.reader.read(name, this.itemIndex, fallback));
		}
		return this.values.get(name);
	}
}
