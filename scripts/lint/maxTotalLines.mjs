// An ESLint rule for many files together, as ESLint's own max-lines is for each.

/**
 * Counts lines that contain code: neither blank ones nor those with nothing but a comment.
 *
 * @param {import('eslint').SourceCode} sourceCode
 */
function countLines({ ast }) {
	const lines = new Set();
	for (const { loc } of ast.tokens ?? [])
		for (let line = loc.start.line; line <= loc.end.line; line++) lines.add(line);
	return lines.size;
}

/**
 * The lines of each file that was linted, by the limit that it counts for.
 *
 * @type {Map<number, Map<string, number>>}
 */
const linesByLimit = new Map();

/** @type {import('eslint').Rule.RuleModule} */
export const maxTotalLines = {
	meta: { type: 'suggestion', schema: [{ type: 'integer' }] },
	create(context) {
		const [max] = context.options;
		const linesOfFiles = linesByLimit.get(max) ?? new Map();
		linesByLimit.set(max, linesOfFiles);
		return {
			Program(node) {
				linesOfFiles.set(context.filename, countLines(context.sourceCode));
				const total = [...linesOfFiles.values()].reduce((sum, lines) => sum + lines, 0);
				if (total <= max) return;
				const message = `${total} lines of code up to this file, and ${max} are allowed in all. Simplify.`;
				context.report({ node, message });
			},
		};
	},
};
