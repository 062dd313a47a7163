// Runs the sandbox until it is stopped: npm run sandbox -- --port 5300
import '../../scripts/supportedNode.cjs';
import { parseArgs } from 'node:util';

/** @type {typeof import('./index.js')} */
const { describeReading, fieldNamesOf, readingOf, standardReading, startSandbox } = await import(
	new URL('../../build/sandbox.js', import.meta.url).href
);

const usage = `Usage: npm run sandbox -- [options]

  --port <number>           port to listen on (5199)
  --reading <number>        be another service that the specification allows: the number
                            draws names, lists, and behavior that it leaves open
  --help                    print this`;

/**
 * @param {string} message what is wrong, and the way out
 */
function fail(message) {
	console.error(message);
	process.exitCode = 1;
}

/**
 * The options of the command line, or undefined if it must not start.
 */
function readOptions() {
	try {
		const { values } = parseArgs({
			options: {
				port: { type: 'string', default: '5199' },
				reading: { type: 'string' },
				help: { type: 'boolean', default: false },
			},
		});
		if (values.help) return void console.log(usage);
		const port = Number(values.port);
		if (!/^\d+$/.test(values.port) || port > 65_535) {
			return fail(`--port must be a number from 0 to 65535, not "${values.port}".`);
		}
		if (values.reading !== undefined && !/^\d{1,9}$/.test(values.reading)) {
			return fail(`--reading must be a whole number, not "${values.reading}".`);
		}
		return {
			port,
			reading: values.reading === undefined ? standardReading : readingOf(Number(values.reading)),
		};
	} catch (error) {
		return fail(`${error instanceof Error ? error.message : error}\n\n${usage}`);
	}
}

/**
 * @param {import('./index.js').Reading} reading
 */
function readingText(reading) {
	const description = describeReading(reading);
	if (description === '') return '';
	return `
What differs from what the nodes assume:

  ${description.replaceAll('\n', '\n  ')}

Field Names (JSON) for both credentials:

${JSON.stringify(fieldNamesOf(reading), null, 2)}
`;
}

/**
 * @param {import('./index.js').Sandbox} sandbox
 */
function introduction(sandbox) {
	const { baseUrl, authServerUrl, tenantId, clientId, clientSecret } = sandbox.credential;
	const user = sandbox.userCredential;
	const { ticketId, draftId, pageId } = sandbox.samples;
	return `
The sandbox is ready. Type this into an "Integration Service OAuth2 API" credential:

  Base URL                  ${baseUrl}
  Authorization Server URL  ${authServerUrl}
  Tenant ID                 ${tenantId}
  Client ID                 ${clientId}
  Client Secret             ${clientSecret}

And this into an "Integration Service Sign-In OAuth2 API" credential, where a person has to sign in:

  Base URL                  ${baseUrl}
  Authorization URL         ${user.authUrl}
  Access Token URL          ${user.accessTokenUrl}
  Client ID                 ${user.clientId}
  Client Secret             ${user.clientSecret}
${readingText(sandbox.reading)}
To try: ticket ${ticketId}
        draft  ${draftId}
        page   ${pageId}

Stop it with Ctrl-C.
`;
}

async function main() {
	const options = readOptions();
	if (!options) return;
	try {
		const sandbox = await startSandbox(options);
		const stop = async () => {
			await sandbox.close();
			console.log('The sandbox has stopped.');
		};
		process.once('SIGINT', stop);
		process.once('SIGTERM', stop);
		console.log(introduction(sandbox));
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		if (code === 'EADDRINUSE') {
			return fail(
				`Port ${options.port} is in use. Stop what uses it, or choose another port: ` +
					`npm run sandbox -- --port ${options.port + 1}`,
			);
		}
		fail(`The sandbox could not start: ${error instanceof Error ? error.message : error}`);
	}
}

await main();
