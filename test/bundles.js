const { readFileSync } = require('node:fs');
const path = require('node:path');
const { Script } = require('node:vm');

const folder = path.join(__dirname, '..', 'node_modules', '.cache', 'test-bundles');

/** Each bundle, compiled once in a process, as that takes longer than most tests. */
const scripts = {};

/** @param {string} filename of a bundle */
function compile(filename) {
	const code = readFileSync(filename, 'utf8');
	const wrapper = `(function (module, exports, require, __filename, __dirname) {${code}\n})`;
	// With the name of a file, each trace of an error would search it for a source map. Within
	// node_modules, Node.js reports no deprecated calls.
	return new Script(wrapper, { filename: `/node_modules/${path.basename(filename)}` });
}

/**
 * Runs a bundle anew.
 *
 * @param {string} name of the bundle
 * @param {import('node:vm').Context} context that it is to belong to
 * @param {NodeJS.Require} require how it loads what is not in it
 * @returns {Record<string, unknown>} its modules
 */
exports.runBundle = (name, context, require) => {
	const filename = path.join(folder, `${name}.cjs`);
	const script = (scripts[name] ??= compile(filename));
	const module = { exports: {} };
	script.runInContext(context)(module, module.exports, require, filename, folder);
	return module.exports;
};
