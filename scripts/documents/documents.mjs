import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { nodePages, nodePagesFolder } from './nodePages.mjs';
import { recordsPage } from './recordTables.mjs';
import { errorsText, namesText, operationsText, scopesText } from './serviceTables.mjs';

/** The documents with a generated part, between two comments of its name. */
const generatedParts = [
	{ file: 'README.md', name: 'operations', generate: operationsText },
	{ file: path.join('docs', 'errors.md'), name: 'codes', generate: errorsText },
	{ file: path.join('docs', 'tokens.md'), name: 'scopes', generate: scopesText },
	{ file: path.join('docs', 'assumptions.md'), name: 'names', generate: namesText },
];

/**
 * The texts of the generated documents, and of those with a generated part. Made from the built
 * package and from the specification.
 *
 * @returns {Promise<Map<string, string>>} by file
 */
export async function documents() {
	const texts = new Map([[path.join('docs', 'records.md'), recordsPage()], ...nodePages()]);
	for (const { file, name, generate } of generatedParts) {
		const text = await readFile(file, 'utf8');
		const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
		if (!text.includes(begin) || !text.includes(end))
			throw new Error(`${file} has no ${begin} … ${end}`);
		const before = text.slice(0, text.indexOf(begin) + begin.length);
		texts.set(file, `${before}\n\n${generate()}\n\n${text.slice(text.indexOf(end))}`);
	}
	return texts;
}

/**
 * Pages of nodes that no longer exist.
 *
 * @param {ReadonlyMap<string, string>} texts of {@link documents}
 */
export async function leftoverPages(texts) {
	const files = await readdir(nodePagesFolder);
	return files.map((file) => path.join(nodePagesFolder, file)).filter((file) => !texts.has(file));
}
