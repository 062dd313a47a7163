import { existsSync } from 'node:fs';
import path from 'node:path';

/** Twice what the package has: growth beyond that wants to be looked at. */
const largest = { size: 320_000, unpackedSize: 1_200_000 };

/** What npm adds by itself. */
const ownFiles = ['LICENSE.md', 'README.md', 'package.json'];

/** By what source a built file is meant to be there. */
const origins = [
	{ built: /^dist\/((?:nodes|credentials)\/.+)\.js$/, source: '$1.ts' },
	{ built: /^dist\/(nodes\/.+\.node\.json)$/, source: '$1' },
	{ built: /^dist\/(nodes\/\w+)\/__schema__\/.+\.json$/, source: '$1' },
	{ built: /^dist\/(icons\/.+\.svg)$/, source: '$1' },
];

/**
 * What is in the package and not meant to be, what it lacks, and whether it has grown.
 *
 * @param {Pick<import('./release.mjs').Release, 'project' | 'manifest' | 'packed'>} release
 * @returns {Promise<string[]>}
 */
export async function checkContents({ project, manifest, packed }) {
	const files = packed.files.map((file) => file.path);
	const isMeant = (/** @type {string} */ file) =>
		ownFiles.includes(file) ||
		origins.some(
			({ built, source }) =>
				built.test(file) && existsSync(path.join(project, file.replace(built, source))),
		);
	const { nodes, credentials } = manifest.n8n;
	const needed = [
		...ownFiles,
		...nodes,
		...nodes.map((file) => file.replace(/\.js$/, '.json')),
		...credentials,
	];
	const sizes = /** @type {const} */ (['size', 'unpackedSize']);
	return [
		...files.filter((file) => !isMeant(file)).map((file) => `${file} is not meant to be in it`),
		...needed.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
		...sizes
			.filter((name) => packed[name] > largest[name])
			.map((name) => `its ${name} is ${packed[name]} bytes; ${largest[name]} are allowed`),
	];
}
