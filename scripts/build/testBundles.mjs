import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Goes away with the packages that it is made of. */
const folder = fileURLToPath(new URL('../../node_modules/.cache/test-bundles/', import.meta.url));

/** The contents of each file. */
const bundles = {
	engine: ['n8n-core', 'n8n-workflow'],
	libraries: ['fastify', 'fast-check'],
};

/**
 * Puts n8n's engine into one file and libraries of the tests into another, as each file of tests loads
 * them anew: from their two thousand modules that takes longer than most of the tests. What they do is
 * not changed.
 */
export async function bundleForTests() {
	await mkdir(folder, { recursive: true });
	await Promise.all(Object.entries(bundles).map((bundle) => makeBundle(...bundle)));
}

/**
 * @param {string} name
 * @param {readonly string[]} modules
 */
async function makeBundle(name, modules) {
	const file = path.join(folder, `${name}.cjs`);
	if (existsSync(file)) return;
	for (const module of modules) {
		const use = `module.exports = loadBundle('${name}', require)['${module}'];\n`;
		await writeFile(path.join(folder, `${module}.cjs`), use);
	}
	const getters = modules.map((module) => `get '${module}'() { return require('${module}'); }`);
	const unfinished = path.join(folder, `${name}-${process.pid}.cjs`);
	await build({
		stdin: { contents: `module.exports = { ${getters.join(', ')} };`, resolveDir: folder },
		bundle: true,
		platform: 'node',
		target: 'node22',
		// n8n finds services and failures by the names of their classes.
		keepNames: true,
		minifyWhitespace: true,
		external: ['*.node', 'cpu-features'],
		outfile: unfinished,
		logLevel: 'error',
	});
	await rename(unfinished, file);
}
