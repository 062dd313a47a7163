import Table from 'cli-table3';

/** A longer text is cut, so a row stays on one line. */
const longestCell = 20;

/**
 * Lays records out as a table for the terminal.
 *
 * @param {readonly Record<string, unknown>[]} records
 * @param {readonly string[]} columns names of the fields to show
 * @returns {string[]} the lines
 */
export function table(records, columns) {
	const lines = new Table({
		head: [...columns],
		style: { head: [], border: [], compact: true },
	});
	lines.push(...records.map((record) => columns.map((column) => cell(record[column]))));
	return lines.toString().split('\n');
}

/** @param {unknown} value */
function cell(value) {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	return text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text;
}
