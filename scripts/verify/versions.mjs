import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Where a version is stated that is not the one in `package.json`.
 *
 * @param {Pick<import('./release.mjs').Release, 'project' | 'manifest' | 'tag'>} release
 * @returns {Promise<string[]>}
 */
export async function checkVersions({ project, manifest, tag }) {
	const { version, engines, devDependencies } = manifest;
	const read = (/** @type {string} */ file) => readFile(path.join(project, file), 'utf8');
	const [changes, readme] = [await read('CHANGELOG.md'), await read('README.md')];
	const lock = JSON.parse(await read('package-lock.json'));
	const host = JSON.parse(await read('scripts/hosts/n8n/package.json'));
	const tarballs = [...readme.matchAll(/[\w-]+-(\d\S*)\.tgz/g)].map(([, each]) => each);
	const lowest = (/** @type {string | undefined} */ range = '') => range.replace(/[^\d.]/g, '');
	/** @type {Array<[place: string, stated: string | undefined, expected: string | undefined]>} */
	const statements = [
		['package-lock.json', lock.version, version],
		['package-lock.json, packages', lock.packages[''].version, version],
		[
			'the newest version in CHANGELOG.md',
			/^## \[?(\d\S*?)\]?(?: .*)?$/m.exec(changes)?.[1],
			version,
		],
		...tarballs.map((each) => /** @type {const} */ (['a tarball in README.md', each, version])),
		[
			'Node.js in README.md',
			/Node\.js (\d[\d.]*\d) or newer/.exec(readme)?.[1],
			lowest(engines.node),
		],
		[
			'n8n in README.md',
			/n8n (\d[\d.]*\d) or newer/.exec(readme)?.[1],
			shorten(lowest(engines.n8n)),
		],
		['the n8n that the tests start', host.dependencies.n8n, devDependencies['n8n-core']],
		...(tag === undefined ? [] : [/** @type {const} */ (['the tag', tag, `v${version}`])]),
	].map(([place, stated, expected]) => [place ?? '', stated, expected]);
	return statements
		.filter(([, stated, expected]) => stated !== expected)
		.map(([place, stated, expected]) => `${place} is ${stated}, not ${expected}`);
}

/** @param {string} version for example 2.0.0, which people call 2.0 */
function shorten(version) {
	return version.split('.').slice(0, 2).join('.');
}
