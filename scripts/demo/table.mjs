/** A longer text is cut, so that a row stays on one line. */
const longestCell = 40;

/**
 * Lays records out as a table for the terminal.
 *
 * @param {readonly Record<string, unknown>[]} records
 * @param {readonly string[]} columns names of the fields to show
 * @returns {string[]} the lines
 */
export function table(records, columns) {
	const rows = [columns, ...records.map((record) => columns.map((column) => cell(record[column])))];
	const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
	const lines = rows.map((row) =>
		row
			.map((text, index) => text.padEnd(widths[index] ?? 0))
			.join('  ')
			.trimEnd(),
	);
	return [lines[0] ?? '', widths.map((width) => '─'.repeat(width)).join('  '), ...lines.slice(1)];
}

/** @param {unknown} value */
function cell(value) {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	return text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text;
}
