// Looks at the package as it would be published: npm run verify
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildProject } from './build/build.mjs';
import { checkContents } from './verify/contents.mjs';
import { checkLinks } from './verify/links.mjs';
import { checkPictures } from './verify/pictures.mjs';
import { findPlaceholders } from './verify/placeholders.mjs';
import { withRelease } from './verify/release.mjs';
import { checkSecondBuild } from './verify/reproducible.mjs';
import { scan } from './verify/scanner.mjs';
import { checkVersions } from './verify/versions.mjs';

const usage = `Usage: npm run verify -- [options]

  --tag <tag>   the tag that it is released from, which has to be that of its version
  --help        print this`;

const projectFolder = fileURLToPath(new URL('..', import.meta.url));

/** @type {Array<[title: string, check: (release: import('./verify/release.mjs').Release) => Promise<string[]>]>} */
const checks = [
	["n8n's scanner, on the sources and on the package", scan],
	['What is in the package, and its size', checkContents],
	['The same bytes from a second build', checkSecondBuild],
	['One version everywhere', checkVersions],
	['Links in documents and descriptions', checkLinks],
	['Pictures of the documents', checkPictures],
];

/**
 * @param {string | undefined} tag
 * @returns {Promise<boolean>} whether nothing was found
 */
async function verify(tag) {
	await buildProject();
	const found = await withRelease(projectFolder, tag, async (release) => {
		let count = 0;
		for (const [title, check] of checks) {
			const objections = await check(release);
			console.log(`${title}: ${objections.length === 0 ? 'nothing to object to' : ''}`.trim());
			for (const objection of objections) console.log(`  ${objection}`);
			count += objections.length;
		}
		return count;
	});
	const placeholders = await findPlaceholders(projectFolder);
	if (placeholders.length > 0) console.log('To be set by a person before the first publication:');
	for (const placeholder of placeholders) console.log(`  ${placeholder}`);
	return found === 0;
}

try {
	const { values } = parseArgs({ options: { tag: { type: 'string' }, help: { type: 'boolean' } } });
	if (values.help) console.log(usage);
	else process.exitCode = (await verify(values.tag)) ? 0 : 1;
} catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
}
