import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { built } from './builtNodes.mjs';
import { code, lowerFirst, prose, table } from './markdown.mjs';

const source = fileURLToPath(new URL('../../src/api/assumedNames.ts', import.meta.url));

/**
 * The names that are assumed, under what the comments of their source say of them, as
 * docs/assumptions.md shows them.
 */
export function assumedNamesText() {
	const file = ts.createSourceFile(
		source,
		readFileSync(source, 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	/** @type {Record<string, unknown>} */
	const values = built('src/api/assumedNames.js');
	return file.statements
		.filter(ts.isVariableStatement)
		.flatMap((statement) => {
			const [declaration] = statement.declarationList.declarations;
			const name = declaration?.name.getText(file) ?? '';
			if (!declaration || !(name in values)) return [];
			return [`### ${name}`, commentOf(statement), namesText(values[name], membersOf(declaration))];
		})
		.join('\n\n');
}

/**
 * The comments of the properties of an object, by their names.
 *
 * @param {ts.VariableDeclaration} declaration
 */
function membersOf({ initializer }) {
	/** @type {Map<string, string>} */
	const comments = new Map();
	initializer?.forEachChild(function visit(node) {
		if (ts.isPropertyAssignment(node)) comments.set(node.name.getText(), commentOf(node));
		else node.forEachChild(visit);
	});
	return comments;
}

/** @param {ts.Node} node */
function commentOf(node) {
	return ts
		.getJSDocCommentsAndTags(node)
		.map(({ comment }) => prose(ts.getTextOfJSDocComment(comment) ?? '', '../'))
		.join(' ')
		.replace(/\s+/g, ' ')
		.replace(/\\`([^`]*)\\`/g, '`$1`');
}

/**
 * @param {unknown} value names, or records of them
 * @param {Map<string, string>} comments
 */
function namesText(value, comments) {
	if (Array.isArray(value) || typeof value !== 'object' || value === null) return namesIn(value);
	return table(
		['Part', 'Names'],
		Object.entries(value).map(([part, names]) => {
			const comment = comments.get(part);
			return [`${code(part)}${comment ? `: ${lowerFirst(comment)}` : ''}`, namesIn(names)];
		}),
	);
}

/** @param {unknown} value @returns {string} */
function namesIn(value) {
	if (typeof value === 'string') return value === '' ? 'nothing' : code(value);
	const names = Object.values(Object(value)).map(namesIn);
	return names.length > 0 ? names.join(', ') : '–';
}
