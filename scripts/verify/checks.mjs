import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { remark } from 'remark';
import remarkValidateLinks from 'remark-validate-links';
import { engine } from 'unified-engine';
import { VFile } from 'vfile';

/**
 * @typedef {object} Manifest
 * @property {string} version
 * @property {string} homepage
 * @property {Record<string, string>} engines
 * @property {{ nodes: string[], credentials: string[] }} n8n
 * @property {Record<string, string>} devDependencies
 */

/**
 * What `npm pack --json` reports.
 *
 * @typedef {object} Packed
 * @property {string} filename
 * @property {number} size in bytes
 * @property {number} unpackedSize in bytes
 * @property {string} integrity
 * @property {Array<{ path: string }>} files
 */

/** About twice the package's size, in bytes: growth beyond that needs a decision. */
const maxSizes = /** @type {const} */ ({ size: 320_000, unpackedSize: 1_200_000 });

const sizeNames = /** @type {const} */ (['size', 'unpackedSize']);

const requiredFiles = [
	'LICENSE.md',
	'README.md',
	'dist/THIRD_PARTY_NOTICES.md',
	'dist/sbom.cdx.json',
];

const allowedFiles = [
	/^(?:LICENSE\.md|README\.md|package\.json)$/,
	/^dist\/(?:nodes|credentials|src)\/.+(?<!\.test)\.js$/,
	/^dist\/nodes\/\w+\/(?:\w+\.node|__schema__\/.+)\.json$/,
	/^dist\/icons\/.+\.svg$/,
	/^dist\/(?:THIRD_PARTY_NOTICES\.md|sbom\.cdx\.json)$/,
];

/**
 * The engine passes a set of files as well, which its type of a plug-in doesn't allow for.
 *
 * @type {unknown}
 */
const validateLinks = [[remarkValidateLinks, { repository: false }]];

/** What only the publisher knows, and its placeholders until then. */
const placeholders = ['maintainers@example.org', 'github.com/n8n-nodes-integration-service/'];

/**
 * @param {Pick<Manifest, 'n8n'>} manifest
 * @param {Pick<Packed, 'size' | 'unpackedSize' | 'files'>} packed
 * @returns {string[]} one sentence for each unexpected or missing file, and for a package too large
 */
export function checkContents({ n8n }, { files, ...sizes }) {
	const names = files.map((file) => file.path);
	const codexFiles = n8n.nodes.map((file) => file.replace(/\.js$/, '.json'));
	const required = [...requiredFiles, ...n8n.nodes, ...codexFiles, ...n8n.credentials];
	return [
		...names
			.filter((name) => !allowedFiles.some((allowed) => allowed.test(name)))
			.map((name) => `${name} doesn't belong in the package`),
		...required.filter((name) => !names.includes(name)).map((name) => `${name} is missing`),
		...sizeNames
			.filter((name) => sizes[name] > maxSizes[name])
			.map((name) => `The ${name} is ${sizes[name]} bytes, the maximum is ${maxSizes[name]}`),
	];
}

/**
 * @param {string} folder of the package, unpacked
 * @returns {Promise<string[]>} one sentence for each bundled library without a notice or a component
 */
export async function checkNotices(folder) {
	const dist = path.join(folder, 'dist');
	const scripts = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.js'));
	const texts = await Promise.all(scripts.map((file) => readFile(path.join(dist, file), 'utf8')));
	// esbuild writes a comment with the path of each module that it copies.
	const modules = texts.flatMap((text) => [
		...text.matchAll(/^\/\/ .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm),
	]);
	const notices = await readFile(path.join(dist, 'THIRD_PARTY_NOTICES.md'), 'utf8');
	const bill = JSON.parse(await readFile(path.join(dist, 'sbom.cdx.json'), 'utf8'));
	const listed = bill.components.map((/** @type {{ name: string }} */ { name }) => name);
	return [...new Set(modules.map(([, name = '']) => name))].flatMap((name) => [
		...(notices.includes(`## ${name} `)
			? []
			: [`${name} has no license in THIRD_PARTY_NOTICES.md`]),
		...(listed.includes(name) ? [] : [`${name} is missing in sbom.cdx.json`]),
	]);
}

/**
 * @param {string} project
 * @param {Manifest} manifest
 * @param {string} [tag] the tag of the release, for example `v1.2.3`
 * @returns {Promise<string[]>} one sentence for each place with another version than package.json
 */
export async function checkVersions(project, { version, engines, devDependencies }, tag) {
	const read = (/** @type {string} */ file) => readFile(path.join(project, file), 'utf8');
	const readme = await read('README.md');
	const lock = JSON.parse(await read('package-lock.json'));
	const host = JSON.parse(await read('scripts/hosts/n8n/package.json'));
	const n8n = engines.n8n?.replace(/^>=|\.0$/g, '');
	const node = engines.node?.replace('>=', '');
	/** @type {Array<readonly [place: string, found?: string, expected?: string]>} */
	const versions = [
		['package-lock.json', lock.packages[''].version, version],
		['CHANGELOG.md', /^## \[?(\d[^\]\s]*)/m.exec(await read('CHANGELOG.md'))?.[1], version],
		...[...(await read('docs/install.md')).matchAll(/-(\d[\w.-]*)\.tgz/g)].map(
			([, tarball]) => /** @type {const} */ (['The tarball in docs/install.md', tarball, version]),
		),
		['Node.js in README.md', /You need Node\.js (\d+)/.exec(readme)?.[1], node],
		['n8n in README.md', /n8n (\d+\.\d+) or newer/.exec(readme)?.[1], n8n],
		['scripts/hosts/n8n', host.dependencies.n8n, devDependencies['n8n-core']],
		['The tag', tag ?? `v${version}`, `v${version}`],
	];
	return versions
		.filter(([, found, expected]) => found !== expected)
		.map(([place, found, expected]) => `${place}: ${found} instead of ${expected}`);
}

/**
 * Prints each link of the documents, and of what n8n shows, to a file or heading that doesn't exist.
 *
 * @param {string} project
 * @param {Pick<Manifest, 'homepage'>} manifest
 * @returns {Promise<boolean>} whether every link leads somewhere
 */
export async function checkLinks(project, { homepage }) {
	const repository = homepage.replace(/#.*/, '');
	const links = [];
	for (const folder of ['credentials', 'nodes']) {
		for (const name of await readdir(path.join(project, folder), { recursive: true })) {
			if (!/\.(?:json|ts)$/.test(name)) continue;
			const text = await readFile(path.join(project, folder, name), 'utf8');
			for (const [address] of text.matchAll(/https:\/\/[^\s"'`<>)]+/g)) {
				const link = address.replace(`${repository}#`, 'README.md#');
				links.push(`[${name}](${link.replace(`${repository}/blob/HEAD/`, '')})\n`);
			}
		}
	}
	// As a document, so one library checks them all.
	const shown = new VFile({
		path: path.join(project, 'links.md'),
		cwd: project,
		value: links.join('\n'),
	});
	return await new Promise((resolve, reject) => {
		engine(
			{
				processor: remark(),
				plugins: /** @type {import('unified-engine').Options['plugins']} */ (validateLinks),
				cwd: project,
				files: ['.', shown],
				extensions: ['md'],
				ignorePatterns: ['build', 'coverage', 'dist', 'node_modules'],
				quiet: true,
				frail: true,
			},
			(error, code) => (error ? reject(error) : resolve(code === 0)),
		);
	});
}

/**
 * @param {string} project
 * @returns {string[]} one sentence for each placeholder that is still there
 */
export function findPlaceholders(project) {
	return placeholders.flatMap((text) => {
		const places = ['package.json', 'SECURITY.md', '.github', 'credentials', 'nodes'];
		const { stdout } = spawnSync('git', ['grep', '-lF', text, '--', ...places], {
			cwd: project,
			encoding: 'utf8',
		});
		const files = stdout.trim().split('\n');
		return stdout === ''
			? []
			: [`Replace ${text} before the first publication: ${files.join(', ')}`];
	});
}
