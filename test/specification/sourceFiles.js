const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

/** @param {string} file its path from the project's folder */
const readText = (file) => readFileSync(file, 'utf8');

exports.readText = readText;

/** @param {string} folder its path from the project's folder; so are those of its files */
const listFiles = (folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));

exports.listFiles = listFiles;

/** The texts of the TypeScript files, with their paths from the project's folder. */
exports.sourceTexts = () =>
	['credentials', 'nodes', 'src', 'test']
		.flatMap(listFiles)
		.filter((file) => file.endsWith('.ts'))
		.map((file) => ({ file, text: readText(file) }));
