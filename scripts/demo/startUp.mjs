import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { startTestBed } from '../n8n/testBed.mjs';
import { buildProject } from '../build/build.mjs';
import { installHost, pinnedHost } from '../n8n/pinnedHosts.mjs';

const examplesFolder = fileURLToPath(new URL('../../examples/', import.meta.url));

/**
 * @param {string | undefined} text the value of `--port`
 * @returns {Promise<number | undefined>} undefined for any free port
 * @throws when it is no port, or another program has it
 */
export async function readPort(text) {
	if (text === undefined) return undefined;
	const port = Number(text);
	if (!(Number.isInteger(port) && port > 0 && port <= 65_535)) {
		throw new Error(`--port must be a number from 1 to 65535, not "${text}".`);
	}
	if ((await getPort({ port, host: '127.0.0.1' })) !== port) {
		throw new Error(`Port ${port} is taken. Choose another one, or none for any free one.`);
	}
	return port;
}

/**
 * What it takes until n8n can be used: the build, n8n with the package, the sandbox, a credential
 * and the examples. Whoever runs the tasks stops `bed` in the end.
 *
 * @param {object} options
 * @param {number} [options.port] of the editor, any free one by default
 * @param {Record<string, string>} [options.env] added to n8n's environment
 * @param {AbortSignal} options.signal aborts when the user stops it
 * @returns {Promise<import('listr2').ListrTask<Partial<import('./context.mjs').DemoContext>>[]>}
 */
export async function startUpTasks({ port, env, signal }) {
	// Before the list of tasks takes over the terminal, as npm shows its progress there.
	await installHost(pinnedHost, signal);
	return [
		{
			title: 'Build the nodes and the sandbox',
			task: async () => await buildProject(signal),
		},
		{
			title: 'Start n8n and the sandbox',
			task: async (context, task) => {
				const bed = await startTestBed({ host: { port, env, signal } });
				context.bed = bed;
				task.title = `n8n is at ${bed.host.baseUrl}, the sandbox at ${bed.sandbox.baseUrl}`;
			},
		},
		{
			title: 'Test the credential',
			task: async ({ bed }, task) => {
				if (!bed) return;
				const { status, message } = await bed.client.testCredential(bed.credential);
				if (status !== 'OK') throw new Error(`n8n's test of the credential says: ${message}`);
				task.title = `Credential "${bed.credential.name}": ${message}`;
			},
		},
		{
			title: 'Import the examples',
			task: async (context) => {
				if (context.bed) context.examples = await importExamples(context.bed);
			},
		},
	];
}

/** @param {import('../n8n/testBed.mjs').TestBed} bed */
async function importExamples({ client, credentials }) {
	/** @type {Map<string, import('../n8n/n8nRestClient.mjs').StoredWorkflow>} */
	const examples = new Map();
	const files = await readdir(examplesFolder);
	for (const file of files.filter((name) => name.endsWith('.json')).sort()) {
		const workflow = JSON.parse(await readFile(path.join(examplesFolder, file), 'utf8'));
		examples.set(path.basename(file, '.json'), await client.importWorkflow(workflow, credentials));
	}
	return examples;
}

/**
 * Tells how to log in, and waits until the user ends it.
 *
 * @param {import('../n8n/testBed.mjs').TestBed} bed
 * @param {AbortSignal} signal aborts when the user stops it
 * @throws when n8n ends by itself
 */
export async function stayUp({ host, owner }, signal) {
	console.log(`
The editor: ${host.baseUrl}
  Email     ${owner.email}
  Password  ${owner.password}

Stop it with Ctrl-C.`);
	while (!signal.aborted) {
		if (!host.isRunning()) throw new Error(`n8n has ended:\n${host.logs().slice(-20).join('\n')}`);
		await wait(200);
	}
}
