/** A time in minutes, with fractions. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { formatValue, showValue } from '../values/scalars';
import { numberParameter, optionValue } from './parameters';

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
		hint: 'In minutes, such as 10 or 0.5',
	};
}

/**
 * The time in a parameter of the Options collection.
 *
 * @returns milliseconds, above 0
 * @throws InputError if the value is no such number
 */
export function readMinutes(options: IDataObject, parameter: INodeProperties): number {
	const { value, remedy } = optionValue(options, parameter);
	const text = formatValue(value);
	const milliseconds = Math.round(Number(text) * millisecondsPerMinute);
	if (decimal.test(text) && milliseconds > 0) return milliseconds;
	throw new InputError(
		`${parameter.displayName} "${showValue(text)}" is not a number of minutes above 0`,
		remedy,
	);
}

/** A time as it is set, for example "1 minute" or "0.5 minutes". */
export function formatMinutes(milliseconds: number): string {
	const count = milliseconds / millisecondsPerMinute;
	return count === 1 ? '1 minute' : `${count} minutes`;
}
