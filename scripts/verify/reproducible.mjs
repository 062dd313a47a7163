import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pack, run } from './release.mjs';

/** What is not source. */
const leftOut = ['.git', 'build', 'coverage', 'dist', 'node_modules'];

/**
 * Builds and packs a copy of the sources in another folder, and names what comes out differently.
 *
 * @param {import('./release.mjs').Release} release
 * @returns {Promise<string[]>}
 */
export async function checkSecondBuild({ project, packed, unpacked }) {
	const folder = await mkdtemp(path.join(tmpdir(), 'second-build-'));
	try {
		const copy = path.join(folder, 'copy');
		await cp(project, copy, {
			recursive: true,
			filter: (file) => !leftOut.includes(path.relative(project, file)),
		});
		await symlink(path.join(project, 'node_modules'), path.join(copy, 'node_modules'));
		await run(process.execPath, ['node_modules/gulp/bin/gulp.js', 'build'], copy);
		const second = await pack(copy, folder);
		if (second.integrity === packed.integrity) return [];
		await run('tar', ['-xzf', second.file, '-C', folder], copy);
		const others = await differing(unpacked, path.join(folder, 'package'), [packed, second]);
		return others.length > 0
			? others.map((file) => `${file} is another after a second build`)
			: ['the tarball is another after a second build, though its files are the same'];
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/**
 * @param {string} first folder
 * @param {string} second folder
 * @param {Array<import('./release.mjs').Packed>} packages
 */
async function differing(first, second, packages) {
	const files = [...new Set(packages.flatMap((each) => each.files.map((file) => file.path)))];
	const read = (/** @type {string} */ folder, /** @type {string} */ file) =>
		readFile(path.join(folder, file), 'latin1').catch(() => undefined);
	const same = await Promise.all(
		files.map(async (file) => (await read(first, file)) === (await read(second, file))),
	);
	return files.filter((_, position) => !same[position]);
}
