import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Goes away with the packages that it is made of. */
const folder = fileURLToPath(new URL('../node_modules/.cache/n8n-engine/', import.meta.url));

const modules = ['n8n-core', 'n8n-workflow'];

/**
 * Puts n8n's engine into one file, as each file of tests loads it anew: from its two thousand modules
 * that takes longer than most of the tests. What it does is not changed.
 */
export async function bundleEngine() {
	if (existsSync(path.join(folder, 'engine.cjs'))) return;
	await mkdir(folder, { recursive: true });
	for (const name of modules) {
		const use = `module.exports = require('./engine.cjs')['${name}'];\n`;
		await writeFile(path.join(folder, `${name}.cjs`), use);
	}
	const getters = modules.map((name) => `get '${name}'() { return require('${name}'); }`);
	const unfinished = path.join(folder, `${process.pid}.cjs`);
	await build({
		stdin: { contents: `module.exports = { ${getters.join(', ')} };`, resolveDir: folder },
		bundle: true,
		platform: 'node',
		target: 'node20',
		// n8n finds services and failures by the names of their classes.
		keepNames: true,
		minifyWhitespace: true,
		external: ['*.node', 'cpu-features'],
		outfile: unfinished,
		logLevel: 'error',
	});
	await rename(unfinished, path.join(folder, 'engine.cjs'));
}
