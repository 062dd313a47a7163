// Runs n8n's scanner of community packages on the sources and on the packed package: npm run scan
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installPinned } from '../tools/installPinned.mjs';
import { runCommand } from '../tools/processes.mjs';

const projectFolder = fileURLToPath(new URL('..', import.meta.url));
/** @type {import('../tools/installPinned.mjs').Pin} */
const scanner = {
	name: 'scanner',
	title: 'the scanner of n8n',
	folder: fileURLToPath(new URL('../tools/n8n/scanner', import.meta.url)),
};

/**
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {string} cwd
 */
async function run(command, parameters, cwd) {
	const { succeeded, output } = await runCommand(command, parameters, { cwd });
	if (!succeeded) throw new Error(`"${command} ${parameters[0]}" did not succeed:\n${output}`);
}

/**
 * @typedef {object} Verdict
 * @property {boolean} passed
 * @property {string} [message]
 * @property {string} [details]
 */

const scannerFolder = await installPinned(scanner);
const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(
	pathToFileURL(
		path.join(scannerFolder, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs'),
	).href
);

/**
 * @param {string} subject
 * @param {Verdict} verdict
 */
function report(subject, { passed, message, details }) {
	console.log(passed ? `${subject}: nothing to object to` : `${subject}: ${message}\n${details}`);
	if (!passed) process.exitCode = 1;
}

const packed = await mkdtemp(path.join(tmpdir(), 'packed-'));
try {
	await run('npm', ['pack', '--ignore-scripts', '--pack-destination', packed], projectFolder);
	const [tarball = ''] = await readdir(packed);
	await run('tar', ['-xzf', tarball], packed);
	report('The sources', await analyzePackage(projectFolder, SOURCE_FILE_PATTERNS));
	report('The package', await analyzePackage(path.join(packed, 'package')));
} finally {
	await rm(packed, { recursive: true, force: true });
}
