import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** What `dist` is built from, and with. */
const sources = [
	'credentials',
	'gulpfile.js',
	'icons',
	'nodes',
	'package-lock.json',
	'specification',
	'src',
	'scripts/build/outputSchemas.mjs',
	'tsconfig.json',
];

/**
 * A hash of everything that the build depends on. By content, as a checkout of another commit makes
 * files neither newer nor older than a build.
 *
 * @returns {Promise<string>}
 */
export async function hashSources() {
	const hash = createHash('sha256');
	for (const source of sources) {
		for (const file of await filesOf(path.join(projectFolder, source))) {
			hash
				.update(`${file}\0`)
				.update(await readFile(file))
				.update('\0');
		}
	}
	return hash.digest('hex');
}

/** @param {string} source a file or a folder */
async function filesOf(source) {
	if (!(await stat(source)).isDirectory()) return [source];
	const entries = await readdir(source, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => path.join(entry.parentPath, entry.name))
		.sort();
}
