// Shows the nodes at work in a real n8n against the sandbox: npm run demo
import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildProject, startBuiltSandbox } from '../tools/build.mjs';
import { interruptionSignal } from '../tools/cleanUp.mjs';
import { startHost } from '../tools/n8n/host.mjs';
import { N8nRestClient } from '../tools/n8n/n8nRestClient.mjs';
import { steps } from './demo/steps.mjs';

const usage = `Usage: npm run demo -- [options]

  --once           run everything once and end, with exit code 0 if all went well
  --port <number>  port of the editor (any free one)
  --help           print this`;

const examplesFolder = fileURLToPath(new URL('../examples/', import.meta.url));

function readOptions() {
	const { values } = parseArgs({
		options: {
			once: { type: 'boolean', default: false },
			port: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	const port = values.port === undefined ? undefined : Number(values.port);
	if (port !== undefined && !(Number.isInteger(port) && port > 0 && port <= 65_535)) {
		throw new Error(`--port must be a number from 1 to 65535, not "${values.port}".`);
	}
	return { ...values, port };
}

/**
 * @param {N8nRestClient} client
 * @param {import('../tools/n8n/n8nRestClient.mjs').Credential[]} credentials
 */
async function importExamples(client, credentials) {
	/** @type {Map<string, import('../tools/n8n/n8nRestClient.mjs').StoredWorkflow>} */
	const examples = new Map();
	const files = await readdir(examplesFolder);
	for (const file of files.filter((name) => name.endsWith('.json')).sort()) {
		const workflow = JSON.parse(await readFile(path.join(examplesFolder, file), 'utf8'));
		examples.set(path.basename(file, '.json'), await client.importWorkflow(workflow, credentials));
	}
	return examples;
}

/**
 * @param {N8nRestClient} client
 * @param {import('../test/sandbox/index.js').Sandbox} sandbox
 */
async function createCredential(client, sandbox) {
	const type = 'integrationServiceOAuth2Api';
	const credential = await client.createCredential('Sandbox', type, sandbox.credential);
	const { status, message } = await client.testCredential(credential);
	if (status !== 'OK') throw new Error(`n8n's test of the credential says: ${message}`);
	console.log(`Credential "${credential.name}": ${message}`);
	return credential;
}

/**
 * @param {import('./demo/context.mjs').DemoContext} context
 * @returns {Promise<boolean>} whether every step went well
 */
async function showSteps(context) {
	let failures = 0;
	for (const { title, run } of steps) {
		console.log(`\n── ${title}`);
		try {
			for (const line of await run(context)) console.log(line);
		} catch (error) {
			context.signal.throwIfAborted();
			failures += 1;
			console.error(`Did not go well: ${messageOf(error)}`);
		}
	}
	console.log(
		failures === 0
			? '\nEverything went well.'
			: `\n${failures} of ${steps.length} steps did not go well.`,
	);
	return failures === 0;
}

/**
 * @param {import('../tools/n8n/host.mjs').RunningHost} host
 * @param {AbortSignal} signal
 */
async function stayUp(host, signal) {
	while (!signal.aborted) {
		if (!host.isRunning()) throw new Error(`n8n has ended:\n${host.logs().slice(-20).join('\n')}`);
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
}

/**
 * @param {{ once: boolean, port: number | undefined }} options
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether every step went well
 */
async function demonstrate({ once, port }, signal) {
	await buildProject(signal);
	const sandbox = await startBuiltSandbox();
	try {
		console.log(`Sandbox of the service: ${sandbox.baseUrl}`);
		const host = await startHost({ port, signal });
		try {
			console.log(`n8n: ${host.baseUrl}`);
			const owner = {
				email: 'demo@example.org',
				password: `Demo1-${randomBytes(9).toString('base64url')}`,
				firstName: 'Demo',
				lastName: 'Owner',
			};
			const client = new N8nRestClient(host.baseUrl);
			await client.setUpOwner(owner);
			const credential = await createCredential(client, sandbox);
			const examples = await importExamples(client, [credential]);
			const wentWell = await showSteps({ client, host, sandbox, examples, signal });
			if (!once) {
				console.log(`
The editor: ${host.baseUrl}
  Email     ${owner.email}
  Password  ${owner.password}

Stop it with Ctrl-C.`);
				await stayUp(host, signal);
			}
			return wentWell;
		} finally {
			await host.stop();
		}
	} finally {
		await sandbox.close();
	}
}

/** @param {unknown} error */
function messageOf(error) {
	return error instanceof Error ? error.message : String(error);
}

async function main() {
	/** @type {ReturnType<typeof readOptions>} */
	let options;
	try {
		options = readOptions();
	} catch (error) {
		console.error(`${messageOf(error)}\n\n${usage}`);
		return false;
	}
	if (options.help) {
		console.log(usage);
		return true;
	}
	const signal = interruptionSignal();
	try {
		return await demonstrate(options, signal);
	} catch (error) {
		console.error(signal.aborted ? 'Stopped before everything was shown.' : messageOf(error));
		return false;
	} finally {
		if (signal.aborted) console.log('n8n and the sandbox have stopped.');
	}
}

process.exitCode = (await main()) ? 0 : 1;
