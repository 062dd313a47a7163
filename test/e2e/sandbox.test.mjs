// The command that runs the sandbox, as a user meets it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../sandbox/start.mjs', import.meta.url));

/** @param {string[]} args the command line */
function start(...args) {
	const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
	after(() => child.kill('SIGKILL'));
	const output = { text: '' };
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk) => (output.text += chunk));
	}
	return { child, output };
}

const running = start('--port', '0');

/** @param {string} name before the value */
const printed = (name) =>
	new RegExp(`^ +${name} +(\\S+)$`, 'm').exec(running.output.text)?.[1] ?? '';

before(async () => {
	while (!running.output.text.includes('Stop it with')) await once(running.child.stdout, 'data');
});

test('prints a credential that works', async () => {
	const token = await fetch(printed('Access Token URL'), {
		method: 'POST',
		body: new URLSearchParams({
			grant_type: 'client_credentials',
			scope: 'svc:usergroup:read',
			client_id: printed('Client ID'),
			client_secret: printed('Client Secret'),
			tenant_id: printed('Tenant ID'),
		}),
	});
	assert.equal(token.status, 200);
	const { access_token: accessToken } = /** @type {{ access_token: string }} */ (
		await token.json()
	);
	const groups = await fetch(`${printed('Base URL')}/admin/user-group/user-groups`, {
		headers: { authorization: `Bearer ${accessToken}` },
	});
	assert.equal(groups.status, 200);
});

test('rejects wrong options, and a port in use with the next one to try', async () => {
	const { port } = new URL(printed('Base URL'));
	for (const [args, message] of /** @type {const} */ ([
		[['--port', port], `Port ${port} is in use`],
		[['--port', '70000'], '--port must be'],
		[['--reading', 'other'], '--reading must be'],
		[['--prot', '1'], "Unknown option '--prot'"],
	])) {
		const { child, output } = start(...args);
		const [code] = await once(child, 'close');
		assert.equal(code, 1);
		assert.ok(output.text.startsWith(message), output.text);
	}
});

test('stops at Ctrl-C and leaves nothing running', async () => {
	const address = printed('Base URL');
	running.child.kill('SIGINT');
	const [code] = await once(running.child, 'close');
	assert.equal(code, 0);
	await assert.rejects(fetch(address));
});
