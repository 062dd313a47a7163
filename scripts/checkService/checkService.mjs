// Compares a service with what the nodes assume of it: npm run check-service
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildIfChanged } from '../build/build.mjs';

const usage = `Usage: npm run check-service -- [options]

  --ask <question>   also start a thread with this question and record its events
  --trigger-errors   also provoke errors that change nothing, such as an unknown ID
  --help             print this

The service and the credential come from the environment: SERVICE_BASE_URL, SERVICE_AUTH_URL,
SERVICE_TENANT_ID, SERVICE_CLIENT_ID, SERVICE_CLIENT_SECRET, and SERVICE_SCOPE_PREFIX if it isn't svc:

Without options, only token requests and GET requests are sent. The report holds no values.

Exit status: 0 if all that was seen is as assumed, 1 if something is different or missing, 2 if
there is no sign-in or no service.`;

const reportFile = 'build/check-service.json';
const recordingFile = 'build/check-service.sse';

/** @param {string} line */
const onProgress = (line) => console.error(`  ${line}`);

const fieldNames = `'Base URL' is SERVICE_BASE_URL, 'Authorization Server URL' is SERVICE_AUTH_URL, 'Tenant ID' is
SERVICE_TENANT_ID, 'Client ID' is SERVICE_CLIENT_ID, 'Client Secret' is SERVICE_CLIENT_SECRET, and
'Scope Prefix' is SERVICE_SCOPE_PREFIX.`;

/**
 * @param {{ message: string, description?: string }} error
 * @returns the exit status
 */
function explainFailure({ message, description = '' }) {
	console.error(`\n${message}\n${description}\n\n${fieldNames}`);
	return 2;
}

const noResponse = {
	message: 'The service or the authorization server did not respond in time',
	description: "Check 'Base URL' and 'Authorization Server URL', and any firewall in between.",
};

/** @param {unknown} error */
const isTimeout = (error) => Object(error).errorCode === 'cancelled';

/**
 * @param {{ ask?: string, 'trigger-errors': boolean }} options
 * @returns {Promise<number>} the exit status
 */
async function checkService(options) {
	await buildIfChanged();
	const { Connection, variables } = await import('./connection.mjs');
	const { Comparison } = await import('./assumptions.mjs');
	const { readAreas } = await import('./requests.mjs');
	const { findingsText, reportOf } = await import('./report.mjs');
	const missing = Object.values(variables).filter((name) => !process.env[name]?.trim());
	if (missing.length > 0) return explainFailure({ message: `Set ${missing.join(', ')}` });
	/** @type {InstanceType<typeof Connection>} */
	let connection;
	try {
		connection = new Connection(process.env, onProgress);
		await readAreas(connection);
	} catch (error) {
		return explainFailure(isTimeout(error) ? noResponse : /** @type {Error} */ (error));
	}
	if (!connection.hasSucceeded && connection.failure) return explainFailure(connection.failure);
	const comparison = new Comparison(connection);
	await mkdir('build', { recursive: true });
	if (options.ask !== undefined) {
		const { ask } = await import('./question.mjs');
		await writeFile(recordingFile, await ask(connection, comparison, options.ask));
	}
	let errors;
	if (options['trigger-errors']) {
		const { provokeErrors } = await import('./refusals.mjs');
		errors = await provokeErrors(connection, comparison);
	}
	const { findings } = comparison;
	await writeFile(
		reportFile,
		`${JSON.stringify(reportOf(connection, findings, { errors }), null, '\t')}\n`,
	);
	console.log(`\n${findingsText(findings)}\n`);
	const isOther = findings.filter(({ verdict }) => ['different', 'missing'].includes(verdict));
	const files = [reportFile, ...(options.ask === undefined ? [] : [recordingFile])];
	console.log(
		isOther.length === 0
			? 'All that was seen is as assumed.'
			: `${isOther.length} assumptions are wrong. Report them with ${files.join(' and ')}:\nhttps://github.com/n8n-nodes-integration-service/n8n-nodes-integration-service/issues/new?template=different-service.yml`,
	);
	return isOther.length === 0 ? 0 : 1;
}

async function main() {
	try {
		const { values } = parseArgs({
			options: {
				ask: { type: 'string' },
				'trigger-errors': { type: 'boolean', default: false },
				help: { type: 'boolean', default: false },
			},
		});
		if (!values.help) return await checkService(values);
		console.log(usage);
		return 0;
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
		return 2;
	}
}

// A request that the command gave up may still keep the process alive.
process.exit(await main());
