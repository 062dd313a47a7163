/** A time in minutes, with fractions. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { formatValue } from '../values/scalars';
import { numberParameter } from './parameters';

/** A number as JSON has it, without an exponent. */
const decimal = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

const millisecondsPerMinute = 60_000;

/** @param initial in minutes */
export function minutesParameter(
	name: string,
	initial: number,
	description: string,
): INodeProperties {
	return {
		...numberParameter(name, initial, description),
		typeOptions: { minValue: 0 },
		hint: 'In minutes',
	};
}

/**
 * The time in a parameter of the Options collection.
 *
 * @returns milliseconds, above 0
 * @throws InputError if the value is no such number
 */
export function readMinutes(options: IDataObject, parameter: INodeProperties): number {
	const { displayName, name, default: initial } = parameter;
	const value = formatValue(Object.hasOwn(options, name) ? options[name] : initial);
	const milliseconds = Math.round(Number(value) * millisecondsPerMinute);
	if (decimal.test(value) && milliseconds > 0) return milliseconds;
	throw new InputError(
		`${displayName} "${value}" is not a number of minutes above 0`,
		`Correct '${displayName}' in the options, or remove it.`,
	);
}

/** A time as it is set, for example "1 minute" or "0.5 minutes". */
export function formatMinutes(milliseconds: number): string {
	const count = milliseconds / millisecondsPerMinute;
	return count === 1 ? '1 minute' : `${count} minutes`;
}
