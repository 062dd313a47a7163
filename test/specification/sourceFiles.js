const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

/** @param {string} file its path from the project's folder */
const readText = (file) => readFileSync(file, 'utf8');

exports.readText = readText;

/** The texts of the TypeScript files, with their paths from the project's folder. */
exports.sourceTexts = () =>
	['credentials', 'nodes', 'src', 'test'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => path.join(folder, name))
			.map((file) => ({ file, text: readText(file) })),
	);
