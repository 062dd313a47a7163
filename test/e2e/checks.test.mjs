// What npm run verify rejects, in a small project made for it.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import {
	checkContents,
	checkLinks,
	checkNotices,
	checkVersions,
} from '../../scripts/verify/checks.mjs';

const manifest = {
	version: '3.1.0',
	homepage: 'https://git.example.com/shelf#readme',
	engines: { n8n: '>=3.0.0', node: '>=26' },
	n8n: {
		nodes: ['dist/nodes/Shelf/Shelf.node.js'],
		credentials: ['dist/credentials/Card.credentials.js'],
	},
	devDependencies: { 'n8n-core': '3.4.5' },
};

/** A project without a fault. */
const goodFiles = {
	'CHANGELOG.md': '# Changelog\n\n## [3.1.0] - 2030-01-01\n\n## 3.0.0\n',
	'README.md':
		'# Shelf\n\n## Lend a book\n\n[Why](docs/why.md#good-reasons) ![A shelf](shelf.png)\n\n' +
		'You need Node.js 26, and n8n 3.0 or newer\n',
	'docs/install.md': '`npm i shelf-3.1.0.tgz`\n',
	'docs/why.md': '# Why\n\n## Good reasons\n\n[Back](../README.md#lend-a-book)\n',
	'shelf.png': '',
	'package-lock.json': JSON.stringify({ packages: { '': { version: '3.1.0' } } }),
	'scripts/hosts/n8n/package.json': JSON.stringify({ dependencies: { n8n: '3.4.5' } }),
	'nodes/Shelf/Shelf.node.json': '{ "url": "https://git.example.com/shelf#lend-a-book" }',
	'credentials/Card.credentials.ts': `'https://git.example.com/shelf/blob/HEAD/docs/why.md'`,
};

const goodPackage = [
	'LICENSE.md',
	'README.md',
	'package.json',
	'dist/credentials/Card.credentials.js',
	'dist/nodes/Shelf/Shelf.node.js',
	'dist/nodes/Shelf/Shelf.node.json',
	'dist/nodes/Shelf/__schema__/v1.0.0/book/get.json',
	'dist/src/shelf/shelf.js',
	'dist/THIRD_PARTY_NOTICES.md',
	'dist/sbom.cdx.json',
];

const folder = await mkdtemp(path.join(tmpdir(), 'checked-'));
after(async () => await rm(folder, { recursive: true, force: true }));

/** @param {Record<string, string>} [changes] files with other contents, by path */
async function makeProject(changes = {}) {
	const project = await mkdtemp(path.join(folder, 'project-'));
	for (const [name, text] of Object.entries({ ...goodFiles, ...changes })) {
		const file = path.join(project, name);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, text);
	}
	return project;
}

/** @param {string[]} names */
function packed(names, size = 1000) {
	return { size, unpackedSize: size, files: names.map((name) => ({ path: name })) };
}

test('accepts a correct project', async () => {
	const project = await makeProject();
	assert.deepEqual(checkContents(manifest, packed(goodPackage)), []);
	assert.deepEqual(await checkVersions(project, manifest, 'v3.1.0'), []);
	assert.equal(await checkLinks(project, manifest), true);
});

test('rejects a package with unexpected, missing, or too much contents', () => {
	const unexpected = [
		'dist/nodes/Shelf/Shelf.node.d.ts',
		'dist/nodes/Shelf/Shelf.node.js.map',
		'dist/src/shelf.test.js',
		'dist/test/shelf.js',
		'nodes/Shelf/Shelf.node.ts',
	];
	const files = goodPackage.filter((file) => !/node\.json|Card/.test(file));
	assert.deepEqual(checkContents(manifest, packed([...files, ...unexpected], 10_000_000)), [
		...unexpected.map((file) => `${file} doesn't belong in the package`),
		'dist/nodes/Shelf/Shelf.node.json is missing',
		'dist/credentials/Card.credentials.js is missing',
		'The size is 10000000 bytes, the maximum is 320000',
		'The unpackedSize is 10000000 bytes, the maximum is 1200000',
	]);
});

test('rejects a bundled library without a license or a component', async () => {
	const bundle = '// node_modules/glue/index.js\n// node_modules/@shop/paper/main.js\n';
	const project = await makeProject({
		'dist/src/shelf.js': bundle,
		'dist/THIRD_PARTY_NOTICES.md': '## glue 1.0.0 (MIT)\n',
		'dist/sbom.cdx.json': JSON.stringify({ components: [{ name: 'glue' }] }),
	});
	assert.deepEqual(await checkNotices(project), [
		'@shop/paper has no license in THIRD_PARTY_NOTICES.md',
		'@shop/paper is missing in sbom.cdx.json',
	]);
});

test('reports the place of a version that differs from package.json', async () => {
	const project = await makeProject({
		'README.md': 'You need Node.js 24, and n8n 2.0 or newer\n',
		'docs/install.md': '`npm i shelf-3.0.0.tgz`\n',
		'CHANGELOG.md': '# Changelog\n\n## 3.0.0\n\n## 3.1.0\n',
		'package-lock.json': JSON.stringify({ packages: { '': { version: '3' } } }),
		'scripts/hosts/n8n/package.json': JSON.stringify({ dependencies: { n8n: '3.4.6' } }),
	});
	assert.deepEqual(await checkVersions(project, manifest, '3.1.0'), [
		'package-lock.json: 3 instead of 3.1.0',
		'CHANGELOG.md: 3.0.0 instead of 3.1.0',
		'The tarball in docs/install.md: 3.0.0 instead of 3.1.0',
		'Node.js in README.md: 24 instead of 26',
		'n8n in README.md: 2.0 instead of 3.0',
		'scripts/hosts/n8n: 3.4.6 instead of 3.4.5',
		'The tag: 3.1.0 instead of v3.1.0',
	]);
});

for (const [place, text] of /** @type {Array<[string, string]>} */ ([
	['docs/why.md', '# Why\n\n## Good reasons\n\n[Deleted](deleted.md)\n'],
	['docs/why.md', '# Why\n\n## Good reasons\n\n![](images/deleted.png)\n'],
	['docs/why.md', '# Why\n\n## Good reasons\n\n[No heading](../README.md#deleted)\n'],
	['nodes/Shelf/Shelf.node.json', '{ "url": "https://git.example.com/shelf#deleted" }'],
	['credentials/Card.credentials.ts', `'https://git.example.com/shelf/blob/HEAD/docs/x.md'`],
])) {
	test(`rejects a broken link: ${text}`, async () => {
		assert.equal(await checkLinks(await makeProject({ [place]: text }), manifest), false);
	});
}
