import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installPinned } from '../n8n/installPinned.mjs';

/** @type {import('../n8n/installPinned.mjs').Pin} */
const scanner = {
	name: 'scanner',
	title: 'the scanner of n8n',
	folder: fileURLToPath(new URL('../hosts/scanner', import.meta.url)),
};

/**
 * What n8n's scanner of community packages objects to in the sources and in the package.
 *
 * @param {import('./release.mjs').Release} release
 * @returns {Promise<string[]>}
 */
export async function scan({ project, unpacked }) {
	const folder = await installPinned(scanner);
	const module = path.join(folder, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(pathToFileURL(module).href);
	/** @type {Array<[string, { passed: boolean, message?: string, details?: string }]>} */
	const verdicts = [
		['The sources', await analyzePackage(project, SOURCE_FILE_PATTERNS)],
		['The package', await analyzePackage(unpacked)],
	];
	return verdicts
		.filter(([, { passed }]) => !passed)
		.map(([subject, { message, details }]) => `${subject}: ${message}\n${details}`);
}
