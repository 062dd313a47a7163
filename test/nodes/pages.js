const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

const folder = path.resolve('docs', 'nodes');

/**
 * The pages of the nodes, by the names of their files. Read from the project's folder.
 *
 * @returns {Map<string, string>}
 */
exports.readPages = () =>
	new Map(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));

/**
 * Where n8n leads those who ask for help with a node.
 *
 * @param {string} file of the built node, as package.json names it
 * @returns {string} an address
 */
exports.readHelp = (file) => {
	const { resources } = require(path.resolve(file.replace(/\.js$/, '.json')));
	return resources.primaryDocumentation[0].url;
};

/**
 * @param {string} name of a file in docs
 * @returns {string}
 */
exports.readDocument = (name) => readFileSync(path.resolve('docs', name), 'utf8');
