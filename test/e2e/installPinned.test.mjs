// The install of what a lock file pins, with one that pins nothing.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { installPinned } from '../../scripts/n8n/installPinned.mjs';

const folder = await mkdtemp(path.join(tmpdir(), 'pins-'));
after(async () => await rm(folder, { recursive: true, force: true }));

/**
 * Writes a pin and an empty cache.
 *
 * @param {string} name
 * @param {Record<string, string>} [unlocked] dependencies that the lock file does not know
 */
async function makePin(name, unlocked = {}) {
	const pin = { name, title: name, folder: path.join(folder, name) };
	const manifest = { name, version: '1.0.0', private: true };
	const lock = { ...manifest, lockfileVersion: 3, requires: true, packages: { '': manifest } };
	await mkdir(pin.folder);
	const files = {
		'package.json': JSON.stringify({ ...manifest, dependencies: unlocked }),
		'package-lock.json': JSON.stringify(lock),
		'.npmrc': 'offline=true\naudit=false\n',
	};
	for (const [file, text] of Object.entries(files)) {
		await writeFile(path.join(pin.folder, file), text);
	}
	return { pin, cache: await mkdtemp(path.join(folder, 'cache-')) };
}

test('shares one installation between two parallel starts', async () => {
	const { pin, cache } = await makePin('twice');
	const folders = await Promise.all([installPinned(pin, { cache }), installPinned(pin, { cache })]);
	assert.equal(folders[0], folders[1]);
	assert.deepEqual(await readdir(cache), [path.basename(folders[0])]);
	assert.ok((await readdir(folders[0])).includes('package-lock.json'));
});

test('installs once, and again for another lock file', async () => {
	const { pin, cache } = await makePin('once');
	const first = await installPinned(pin, { cache });
	const { ctimeMs } = await stat(first);
	assert.equal(await installPinned(pin, { cache }), first);
	assert.equal((await stat(first)).ctimeMs, ctimeMs);

	const { pin: other } = await makePin('other');
	const second = await installPinned({ ...other, name: pin.name }, { cache });
	assert.notEqual(second, first);
	assert.equal((await readdir(cache)).length, 2);
});

test('refuses a package that the lock file does not pin', async () => {
	const { pin, cache } = await makePin('unpinned', { flatted: '3.4.4' });
	await assert.rejects(installPinned(pin, { cache }), /"npm ci" did not succeed/);
	assert.deepEqual(await readdir(cache), []);
});

test('leaves nothing behind if it is stopped', async () => {
	const { pin, cache } = await makePin('stopped');
	const reason = new Error('stopped by the test');
	const install = installPinned(pin, { cache, signal: AbortSignal.abort(reason) });
	await assert.rejects(install, reason);
	assert.deepEqual(await readdir(cache), []);
});
