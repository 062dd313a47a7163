// The command that runs the sandbox, as a user meets it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../sandbox/start.mjs', import.meta.url));

/** @type {import('node:child_process').ChildProcess[]} */
const children = [];

/**
 * @param {string[]} args the command line
 */
function start(...args) {
	const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
	children.push(child);
	const output = { text: '' };
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk) => (output.text += chunk));
	}
	return { child, output };
}

/**
 * @param {string} name what stands in front of the value
 * @param {string} text what was printed
 */
function printed(name, text) {
	return new RegExp(`^ +${name} +(\\S+)$`, 'm').exec(text)?.[1] ?? '';
}

const running = start('--port', '0');

before(async () => {
	while (!running.output.text.includes('Stop it with')) await once(running.child.stdout, 'data');
});

after(() => children.forEach((child) => child.kill('SIGKILL')));

test('prints a credential that works', async () => {
	const { text } = running.output;
	const token = await fetch(printed('Access Token URL', text), {
		method: 'POST',
		body: new URLSearchParams({
			grant_type: 'client_credentials',
			scope: 'svc:usergroup:read',
			client_id: printed('Client ID', text),
			client_secret: printed('Client Secret', text),
			tenant_id: printed('Tenant ID', text),
		}),
	});
	assert.equal(token.status, 200);
	const summary = await fetch(`${printed('Base URL', text)}/_sandbox/summary`);
	assert.equal(summary.status, 200);
});

test('says which port to take where one is in use', async () => {
	const { port } = new URL(printed('Base URL', running.output.text));
	const { child, output } = start('--port', port);
	const [code] = await once(child, 'close');
	assert.equal(code, 1);
	assert.match(output.text, new RegExp(`^Port ${port} is in use\\..*--port ${Number(port) + 1}`));
});

for (const args of [
	['--port', 'first'],
	['--port', '70000'],
	['--prot', '1'],
]) {
	test(`refuses ${args.join(' ')}`, async () => {
		const { child, output } = start(...args);
		const [code] = await once(child, 'close');
		assert.equal(code, 1);
		assert.match(output.text, /^--port must be|^Unknown option '--prot'/);
	});
}

test('stops at Ctrl-C and leaves nothing running', async () => {
	const address = printed('Base URL', running.output.text);
	running.child.kill('SIGINT');
	const [code] = await once(running.child, 'close');
	assert.equal(code, 0);
	assert.match(running.output.text, /The sandbox has stopped\.\n$/);
	await assert.rejects(fetch(address));
});
