/** A table of a Markdown document. */
export interface Table {
	/** Title of the nearest heading above it, for example `4.1 Accounting journals`. */
	readonly heading: string;
	/** Title of the nearest numbered heading above it. */
	readonly section: string;
	/** One record for each row: the cell's text under the column's title. */
	readonly rows: ReadonlyArray<Readonly<Record<string, string>>>;
}

/**
 * The tables of a Markdown document, in its order.
 *
 * @param text the document, with tables as prettier writes them
 */
export function readTables(text: string): Table[] {
	const tables: Table[] = [];
	let heading = '';
	let section = '';
	let lines: string[] = [];
	const finish = () => {
		const [titles, , ...rows] = lines.map(cellsOf);
		if (titles) tables.push({ heading, section, rows: rows.map((row) => recordOf(titles, row)) });
		lines = [];
	};
	for (const line of [...text.split(/\r?\n/), '']) {
		if (line.startsWith('|')) {
			lines.push(line);
			continue;
		}
		if (lines.length > 0) finish();
		const title = /^#+ (.+)$/.exec(line)?.[1];
		if (!title) continue;
		heading = title;
		if (/^\d/.test(title)) section = title;
	}
	return tables;
}

function cellsOf(line: string): string[] {
	return line
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());
}

function recordOf(titles: readonly string[], cells: readonly string[]): Record<string, string> {
	return Object.fromEntries(titles.map((title, column) => [title, cells[column] ?? '']));
}

/**
 * The names that a cell has as code, for example `page` and `pageSize` of `` `page`, `pageSize` ``.
 *
 * @param cell text of a cell; `none` and an empty one have no name
 */
export function codeOf(cell = ''): string[] {
	return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}
