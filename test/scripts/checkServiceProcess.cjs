/** Runs `npm run check-service` as a process in a folder of its own; n8n's lint knows it only in TypeScript. */
const { spawn } = require('node:child_process');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

const command = path.resolve(__dirname, '../../scripts/checkService/checkService.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'check-service-'));

/**
 * @param {readonly string[]} options
 * @param {Record<string, string>} environment
 * @returns {Promise<{ status: number | null, output: string }>} the output of both streams
 */
async function runCheck(options, environment) {
	rmSync(path.join(folder, 'build'), { recursive: true, force: true });
	const child = spawn(process.execPath, [command, ...options], {
		cwd: folder,
		env: { ...process.env, ...environment },
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk) => (output += chunk));
	}
	const status = await new Promise((resolve) => child.on('close', resolve));
	return { status, output };
}

/** @param {string} name of a file that the command wrote */
function written(name) {
	return readFileSync(path.join(folder, 'build', name), 'utf8');
}

function removeFolder() {
	rmSync(folder, { recursive: true, force: true });
}

module.exports = { removeFolder, runCheck, written };
