// What npm run verify objects to, in small projects made for it.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { checkContents } from '../../scripts/verify/contents.mjs';
import { checkLinks } from '../../scripts/verify/links.mjs';
import { checkPictures } from '../../scripts/verify/pictures.mjs';
import { findPlaceholders } from '../../scripts/verify/placeholders.mjs';
import { checkVersions } from '../../scripts/verify/versions.mjs';

const homepage = 'https://git.example.com/shelf#readme';

/** A project to which there is nothing to object. */
const soundFiles = {
	'CHANGELOG.md': '# Changelog\n\n## [3.1.0] - 2030-01-01\n\n## 3.0.0\n',
	'LICENSE.md': '# Licence\n',
	'README.md': [
		'# Shelf',
		'## Lend a book',
		'[Why](docs/why.md#good-reasons), [how](#lend-a-book), [where](https://example.com/a).',
		'Node.js 22.1 or newer, n8n 3.0 or newer: `npm i shelf-3.1.0.tgz`',
	].join('\n\n'),
	'docs/why.md': '# Why\n\n## Good reasons\n\n[Back](../README.md) ![A shelf](images/shelf.png)\n',
	'docs/images/shelf.png': '',
	'.github/dependabot.yml': 'version: 2\n',
	'package.json': '{ "author": "mail@example.com" }\n',
	'SECURITY.md': '# Security\n',
	'package-lock.json': JSON.stringify({ version: '3.1.0', packages: { '': { version: '3.1.0' } } }),
	'scripts/hosts/n8n/package.json': JSON.stringify({ dependencies: { n8n: '3.4.5' } }),
	'nodes/Shelf/Shelf.node.ts': '',
	'nodes/Shelf/Shelf.node.json': JSON.stringify({
		url: 'https://git.example.com/shelf#lend-a-book',
	}),
	'credentials/Card.credentials.ts': `documentationUrl = 'https://git.example.com/shelf#shelf';`,
	'credentials/Key.credentials.ts': `documentationUrl = 'https://git.example.com/shelf/blob/HEAD/docs/why.md';`,
};

const manifest = {
	version: '3.1.0',
	homepage,
	engines: { node: '>=22.1', n8n: '>=3.0.0' },
	n8n: {
		nodes: ['dist/nodes/Shelf/Shelf.node.js'],
		credentials: ['dist/credentials/Card.credentials.js'],
	},
	devDependencies: { 'n8n-core': '3.4.5' },
};

const soundPackage = [
	'LICENSE.md',
	'README.md',
	'package.json',
	'dist/credentials/Card.credentials.js',
	'dist/nodes/Shelf/Shelf.node.js',
	'dist/nodes/Shelf/Shelf.node.json',
	'dist/nodes/Shelf/__schema__/v1.0.0/book/get.json',
];

/** @type {string} */
let folder;
before(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'verified-'));
});
after(async () => await rm(folder, { recursive: true, force: true }));

/**
 * Writes a project.
 *
 * @param {Record<string, string>} [changes] files that are otherwise, by their paths
 * @returns {Promise<string>} its folder
 */
async function makeProject(changes = {}) {
	const project = await mkdtemp(path.join(folder, 'project-'));
	for (const [name, text] of Object.entries({ ...soundFiles, ...changes })) {
		const file = path.join(project, name);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, text);
	}
	return project;
}

/**
 * @param {string[]} files
 * @param {{ size?: number, unpackedSize?: number }} [sizes]
 */
function packed(files, sizes = {}) {
	return {
		file: '',
		integrity: '',
		size: 1000,
		unpackedSize: 1000,
		files: files.map((name) => ({ path: name })),
		...sizes,
	};
}

test('a sound project is objected to in nothing', async () => {
	const project = await makeProject();
	const release = { project, manifest, packed: packed(soundPackage), tag: 'v3.1.0' };
	assert.deepEqual(await checkContents(release), []);
	assert.deepEqual(await checkVersions(release), []);
	assert.deepEqual(await checkLinks(release), []);
	assert.deepEqual(await checkPictures(release), []);
	assert.deepEqual(await findPlaceholders(project), []);
});

test('a package holds what is meant to be in it, and everything that n8n looks for', async () => {
	const project = await makeProject();
	const strange = [
		'dist/nodes/Shelf/Shelf.node.d.ts',
		'dist/nodes/Shelf/Shelf.node.js.map',
		'dist/nodes/Shelf/forgotten.js',
		'dist/test/shelf.test.js',
		'nodes/Shelf/Shelf.node.ts',
	];
	const files = soundPackage.filter((file) => !/node\.json|Card/.test(file));
	assert.deepEqual(
		await checkContents({ project, manifest, packed: packed([...files, ...strange]) }),
		[
			...strange.map((file) => `${file} is not meant to be in it`),
			'dist/nodes/Shelf/Shelf.node.json is missing',
			'dist/credentials/Card.credentials.js is missing',
		],
	);
});

test('a package has a bound', async () => {
	const project = await makeProject();
	const sizes = { size: 10_000_000, unpackedSize: 20_000_000 };
	const objections = await checkContents({
		project,
		manifest,
		packed: packed(soundPackage, sizes),
	});
	assert.match(objections.join('\n'), /its size is 10000000 .*\nits unpackedSize is 20000000 /);
});

test('a version that is not that of package.json is named with its place', async () => {
	const readme = soundFiles['README.md'].replace('22.1', '22.2').replace('3.1.0', '3.0.0');
	const project = await makeProject({
		'README.md': readme.replace('n8n 3.0', 'n8n 2.0'),
		'CHANGELOG.md': '# Changelog\n\n## 3.0.0\n\n## 3.1.0\n',
		'package-lock.json': JSON.stringify({ version: '3.1.0', packages: { '': { version: '3' } } }),
		'scripts/hosts/n8n/package.json': JSON.stringify({ dependencies: { n8n: '3.4.6' } }),
	});
	assert.deepEqual(await checkVersions({ project, manifest, tag: '3.1.0' }), [
		'package-lock.json, packages is 3, not 3.1.0',
		'the newest version in CHANGELOG.md is 3.0.0, not 3.1.0',
		'a tarball in README.md is 3.0.0, not 3.1.0',
		'Node.js in README.md is 22.2, not 22.1',
		'n8n in README.md is 2.0, not 3.0',
		'the n8n that the tests start is 3.4.6, not 3.4.5',
		'the tag is 3.1.0, not v3.1.0',
	]);
});

test('a link that leads nowhere is named with its line', async () => {
	const project = await makeProject({
		'docs/why.md':
			'# Why\n\n[Gone](gone.md)\n\n![](images/gone.png) [No heading](../README.md#gone)\n',
		'docs/how.md': '[Open](http://example.com) [Local](https://shelf/) [Self](#gone)\n',
		'nodes/Shelf/Shelf.node.json': '{ "url": "https://git.example.com/shelf#gone" }',
		'credentials/Card.credentials.ts': `documentationUrl = 'http://example.com/card';`,
		'credentials/Key.credentials.ts': `documentationUrl = 'https://git.example.com/shelf/blob/HEAD/docs/gone.md';`,
	});
	const objections = (await checkLinks({ project, manifest })).sort();
	const places = objections.map((objection) => objection.replace(/: .*/s, ''));
	assert.deepEqual(
		places,
		[
			'README.md:5',
			'Shelf.node.json.md:1',
			'Card.credentials.ts.md:1',
			'Key.credentials.ts.md:1',
			'docs/how.md:1',
			'docs/how.md:1',
			'docs/how.md:1',
			'docs/why.md:3',
			'docs/why.md:5',
			'docs/why.md:5',
		].sort(),
	);
});

test('a picture that no document shows is named', async () => {
	const project = await makeProject({
		'README.md': 'See `docs/images/book.png`. ![A door](docs/images/door.png "The door")\n',
		'docs/images/book.png': '',
		'docs/images/door.png': '',
	});
	assert.deepEqual(await checkPictures({ project }), ['no document shows docs/images/book.png']);
});

test('placeholders are listed with their files', async () => {
	const repository = 'https://github.com/n8n-nodes-integration-service/shelf';
	const project = await makeProject({
		'package.json': JSON.stringify({ author: 'maintainers@example.org', repository }),
		'.github/ISSUE_TEMPLATE/config.yml': `url: ${repository}/issues\n`,
	});
	assert.deepEqual(await findPlaceholders(project), [
		"the author's address, in package.json",
		'the repository, in package.json, .github/ISSUE_TEMPLATE/config.yml',
	]);
});
