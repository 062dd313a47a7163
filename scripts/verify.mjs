// Checks the package as it would be published: npm run verify
import './supportedNode.cjs';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildProject } from './build/build.mjs';
import { stalePictures } from './documents/pictures.mjs';
import { installPinned } from './n8n/installPinned.mjs';
import {
	checkContents,
	checkLinks,
	checkNotices,
	checkVersions,
	findPlaceholders,
} from './verify/checks.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));

/** What a second build starts without. */
const notCopied = ['.git', 'build', 'coverage', 'dist', 'node_modules'];

/**
 * @param {string} cwd
 * @param {string} destination
 * @returns {import('./verify/checks.mjs').Packed}
 */
function pack(cwd, destination) {
	const options = ['--json', '--ignore-scripts', '--loglevel=error', '--pack-destination'];
	const output = execFileSync('npm', ['pack', ...options, destination], { cwd, encoding: 'utf8' });
	// npm 11 returns a list, later versions an object by package.
	return Object.values(JSON.parse(output))[0];
}

/**
 * @param {string} folder a temporary folder
 * @param {import('./verify/checks.mjs').Packed} first
 */
function checkSecondBuild(folder, first) {
	const copy = path.join(folder, 'copy');
	cpSync(project, copy, {
		recursive: true,
		filter: (file) => !notCopied.includes(path.relative(project, file)),
	});
	symlinkSync(path.join(project, 'node_modules'), path.join(copy, 'node_modules'));
	execFileSync('npx', ['gulp', 'build'], { cwd: copy });
	if (pack(copy, copy).integrity === first.integrity) return [];
	return ['A second build has other bytes: compare its dist with "diff -r"'];
}

/** @param {string} unpacked the folder of the package */
async function scan(unpacked) {
	const installed = await installPinned({
		name: 'scanner',
		title: "n8n's scanner",
		folder: fileURLToPath(new URL('hosts/scanner', import.meta.url)),
	});
	const scanner = '@n8n/scan-community-package/scanner/scanner.mjs';
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(
		pathToFileURL(path.join(installed, 'node_modules', scanner)).href
	);
	return [await analyzePackage(project, SOURCE_FILE_PATTERNS), await analyzePackage(unpacked)]
		.filter(({ passed }) => !passed)
		.map(({ message, details }) => `${message}\n${details}`);
}

/**
 * @param {string} title
 * @param {string[]} faults
 */
function report(title, faults) {
	console.log(`${title}: ${faults.length === 0 ? 'passed' : ''}`.trim());
	for (const fault of faults) console.log(`  ${fault}`);
	if (faults.length > 0) process.exitCode = 1;
}

const { tag } = parseArgs({ options: { tag: { type: 'string' } } }).values;
await buildProject();
const folder = mkdtempSync(path.join(tmpdir(), 'verify-'));
try {
	const manifest = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));
	const packed = pack(project, folder);
	execFileSync('tar', ['-xzf', packed.filename], { cwd: folder });
	report("n8n's scanner", await scan(path.join(folder, 'package')));
	report('Contents', checkContents(manifest, packed));
	report('Licenses of bundled libraries', await checkNotices(path.join(folder, 'package')));
	report('Reproducible build', checkSecondBuild(folder, packed));
	report('Versions', await checkVersions(project, manifest, tag));
	report(
		'Pictures',
		(await stalePictures()).map(
			(file) => `${file} shows an earlier form or example: npm run pictures`,
		),
	);
	report('Links', (await checkLinks(project, manifest)) ? [] : ['Some lead nowhere: see above']);
	for (const placeholder of findPlaceholders(project)) console.log(placeholder);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
