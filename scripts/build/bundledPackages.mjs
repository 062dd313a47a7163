// The libraries inside the package: their licenses, and a list that machines read (CycloneDX).
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * @typedef {object} BundledPackage
 * @property {string} name
 * @property {string} version
 * @property {string} license its SPDX name
 * @property {string} licenseText
 */

/**
 * @param {import('esbuild').Metafile} metafile of the bundles
 * @returns {Promise<BundledPackage[]>} each library that esbuild copied code from, by name
 * @throws when a library has no license file: its code cannot be passed on then
 */
export async function bundledPackages({ inputs }) {
	const folders = Object.keys(inputs).flatMap(
		(file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
	);
	return await Promise.all([...new Set(folders)].sort().map(readPackage));
}

/** @param {string} folder */
async function readPackage(folder) {
	const manifest = await readFile(path.join(folder, 'package.json'), 'utf8');
	const { name, version, license } = JSON.parse(manifest);
	const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
	if (!file) throw new Error(`${name} is bundled, but has no license file`);
	return { name, version, license, licenseText: await readFile(path.join(folder, file), 'utf8') };
}

/**
 * @param {readonly BundledPackage[]} packages
 * @returns {string} what the licenses ask everybody to pass on
 */
export function thirdPartyNotices(packages) {
	const notices = packages.map(
		({ name, version, license, licenseText }) =>
			`## ${name} ${version} (${license})\n\n${licenseText.trim()}\n`,
	);
	return `# Third-party notices\n\nThis package contains code of these libraries.\n\n${notices.join('\n')}`;
}

/**
 * @param {{ name: string, version: string, license: string }} manifest of the package
 * @param {readonly BundledPackage[]} packages
 * @returns {object} a bill of materials in CycloneDX 1.6, without a date: two builds are the same
 */
export function billOfMaterials(manifest, packages) {
	return {
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		version: 1,
		metadata: { component: component(manifest) },
		components: packages.map(component),
		dependencies: [
			{ ref: packageUrl(manifest), dependsOn: packages.map(packageUrl) },
			...packages.map((bundled) => ({ ref: packageUrl(bundled) })),
		],
	};
}

/** @param {{ name: string, version: string, license: string }} manifest */
function component({ name, version, license }) {
	const purl = packageUrl({ name, version });
	return {
		type: 'library',
		'bom-ref': purl,
		name,
		version,
		licenses: [{ license: { id: license } }],
		purl,
	};
}

/** @param {{ name: string, version: string }} manifest */
function packageUrl({ name, version }) {
	return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
