// Runs n8n's scanner of community packages on the sources and on the packed package: npm run scan
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runCommand } from './processes.mjs';

const projectFolder = fileURLToPath(new URL('..', import.meta.url));
const pinFolder = fileURLToPath(new URL('scanner', import.meta.url));

/**
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {string} cwd
 */
async function run(command, parameters, cwd) {
	const { succeeded, output } = await runCommand(command, parameters, { cwd });
	if (!succeeded) throw new Error(`"${command} ${parameters[0]}" did not succeed:\n${output}`);
}

/** Installs the pinned scanner into the user's cache folder, once for each lock file. */
async function installScanner() {
	const lock = await readFile(path.join(pinFolder, 'package-lock.json'));
	const folder = path.join(
		process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'),
		'n8n-nodes-integration-service',
		`scanner-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`,
	);
	if (existsSync(folder)) return folder;
	console.log('Installing the scanner of n8n, which happens once.');
	const building = `${folder}.building-${process.pid}`;
	await mkdir(path.dirname(folder), { recursive: true });
	try {
		await cp(pinFolder, building, { recursive: true });
		await run('npm', ['ci', '--no-progress'], building);
		await rename(building, folder);
	} finally {
		await rm(building, { recursive: true, force: true });
	}
	return folder;
}

/**
 * @typedef {object} Verdict
 * @property {boolean} passed
 * @property {string} [message]
 * @property {string} [details]
 */

const scannerFolder = await installScanner();
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
