// What npm run verify rejects in a package.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { checkContents, checkNotices } from '../../scripts/verify/checks.mjs';

const folder = await mkdtemp(path.join(tmpdir(), 'checked-'));
after(async () => await rm(folder, { recursive: true, force: true }));

const required = ['LICENSE.md', 'README.md', 'dist/THIRD_PARTY_NOTICES.md', 'dist/sbom.cdx.json'];

/** @type {[string, { files?: string[], nodes?: string[], size?: number }, string[]][]} */
const contents = [
	['nothing in a correct package', {}, []],
	[
		'a source among the files',
		{ files: ['nodes/Shelf.node.ts'] },
		["nodes/Shelf.node.ts doesn't belong in the package"],
	],
	[
		'a missing node',
		{ nodes: ['dist/nodes/Shelf.node.js'] },
		['dist/nodes/Shelf.node.js is missing', 'dist/nodes/Shelf.node.json is missing'],
	],
	['a large package', { size: 1e7 }, ['The size is 10000000 bytes, the maximum is 320000']],
];

for (const [title, { files = [], nodes = [], size = 1 }, faults] of contents) {
	test(`rejects ${title}`, () => {
		const packed = [...required, ...files].map((name) => ({ path: name }));
		assert.deepEqual(
			checkContents(
				{ n8n: { nodes, credentials: [] } },
				{ files: packed, size, unpackedSize: size / 10 },
			),
			faults,
		);
	});
}

test('rejects a bundled library without a license or a component', async () => {
	await mkdir(path.join(folder, 'dist'));
	const files = {
		'shelf.js': '// node_modules/glue/index.js\n// node_modules/@shop/paper/main.js\n',
		'THIRD_PARTY_NOTICES.md': '## glue 1.0.0 (MIT)\n',
		'sbom.cdx.json': JSON.stringify({ components: [{ name: 'glue' }] }),
	};
	for (const [name, text] of Object.entries(files)) {
		await writeFile(path.join(folder, 'dist', name), text);
	}
	assert.deepEqual(await checkNotices(folder), [
		'@shop/paper has no license in THIRD_PARTY_NOTICES.md',
		'@shop/paper is missing in sbom.cdx.json',
	]);
});
