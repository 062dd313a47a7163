const { execFile } = require('node:child_process');
const { mkdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');
const esbuild = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');

/** The modules that import a library: the library is bundled into them, as n8n installs none. */
const bundledModules = ['nodes/shared/transport/eventSourceParser.ts'];

/** What the compiler remembers from one time to the next. */
const compilerMemory = path.join('build', 'compiler.tsbuildinfo');

/** The hash of the sources that `dist` was built from: tests build again when it is another. */
const sourcesRecord = path.join('build', 'sources.sha256');

async function clean() {
	await rm('dist', { recursive: true, force: true });
	await rm(compilerMemory, { force: true });
}

async function compile() {
	const tsc = require.resolve('typescript/bin/tsc');
	const memory = ['--incremental', '--tsBuildInfoFile', compilerMemory];
	try {
		await promisify(execFile)(process.execPath, [tsc, '-p', 'tsconfig.json', ...memory]);
	} catch (error) {
		throw new Error(error.stdout || error.message);
	}
}

const forNode = {
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	logLevel: 'warning',
};

async function bundle() {
	await esbuild.build({
		...forNode,
		entryPoints: bundledModules,
		outdir: 'dist',
		outbase: '.',
		legalComments: 'inline',
		// The bundle has the paths of its modules: the same ones wherever node_modules really lies.
		preserveSymlinks: true,
	});
}

/** Sources of the tests as plain JavaScript in `build/`, for what runs outside of jest. */
async function bundleForTools(entryPoints) {
	await esbuild.build({ ...forNode, entryPoints, outdir: 'build', packages: 'external' });
}

function copyCodexFiles() {
	return src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
}

/** What n8n knows of the items of a node that never ran: beside each node, where n8n looks. */
async function writeOutputSchemas() {
	await bundleForTools(['test/specification/specification.ts']);
	const { outputSchemas } = await import('./tools/outputSchemas.mjs');
	for (const [file, schema] of await outputSchemas()) {
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, `${JSON.stringify(schema, null, '\t')}\n`);
	}
}

function copyIcons() {
	return src('icons/*.svg').pipe(dest('dist/icons'));
}

/**
 * Takes down what sources `dist` is built from. What changes while it is built counts as new.
 *
 * @param {(done: (error?: Error) => void) => void} task builds `dist`
 */
function recorded(task) {
	return async () => {
		const { hashSources } = await import('./tools/sourceHash.mjs');
		const hash = await hashSources();
		await rm(sourcesRecord, { force: true });
		await promisify(task)();
		await mkdir(path.dirname(sourcesRecord), { recursive: true });
		await writeFile(sourcesRecord, hash);
	};
}

/** The sandbox and the operations' cases as plain JavaScript, for what runs outside of jest. */
async function buildSandbox() {
	await bundleForTools({
		sandbox: 'test/sandbox/index.ts',
		operationCases: 'test/cases/index.ts',
	});
}

/** Takes down what workflows store of the built package, to which the tests then hold it. */
async function writeSavedNames() {
	await bundleForTools(['test/nodes/savedNames.ts']);
	const { savedNamesOfPackage } = require('./build/savedNames.js');
	const text = `${JSON.stringify(savedNamesOfPackage(), null, '\t')}\n`;
	await writeFile(path.join('test', 'nodes', 'savedNames.json'), text);
}

/** The operations of the built nodes, with their number, as the README shows them. */
function operationsText() {
	const { operations } = require('./dist/nodes/shared/service/operations.js');
	const { defaultScopePrefix } = require('./dist/nodes/shared/service/authorization.js');
	const rows = [];
	for (const file of require('./package.json').n8n.nodes) {
		const [NodeType] = Object.values(require(`./${file}`));
		const { displayName, properties } = new NodeType().description;
		const resources = properties.find(({ name }) => name === 'resource')?.options ?? [];
		for (const { name: resource, value } of resources) {
			const selector = properties.find(
				({ name, displayOptions }) =>
					name === 'operation' && displayOptions.show.resource.includes(value),
			);
			for (const operation of selector.options) {
				const { method, path: address, scope } = operations[`${value}.${operation.value}`];
				const node = displayName.replace('Integration Service ', '');
				rows.push(
					`| ${node} | ${resource} | ${operation.name} | \`${method} ${address}\` | \`${defaultScopePrefix}${scope}\` |`,
				);
			}
		}
	}
	return [
		`All ${rows.length} operations of the service:`,
		'',
		'| Node | Resource | Operation | Request | Scope |',
		'| --- | --- | --- | --- | --- |',
		...rows,
	].join('\n');
}

/** What becomes of each error code, as docs/errors.md shows it. */
function errorsText() {
	const { errorCodes } = require('./dist/nodes/shared/service/errorCodes.js');
	const { operations } = require('./dist/nodes/shared/service/operations.js');
	const { tokenErrorCodes } = require('./dist/nodes/shared/transport/tokenErrorCodes.js');
	const raisedBy = (code) =>
		Object.entries(operations)
			.filter(([, { errorCodes: codes }]) => codes.includes(code))
			.map(([id]) => `\`${id}\``)
			.join(', ');
	const table = (codes, origin) => [
		'| Code | What happened | What to do | Raised by |',
		'| --- | --- | --- | --- |',
		...Object.entries(codes).map(
			([code, { message, description }]) =>
				`| \`${code}\` | ${message} | ${description} | ${origin(code)} |`,
		),
	];
	return [
		...table(errorCodes, raisedBy),
		'',
		'## Codes of the authorization server (RFC 6749)',
		'',
		...table(tokenErrorCodes, () => 'token request'),
	].join('\n');
}

/** The documents with a generated part, between two comments of its name. */
const generatedParts = [
	{ file: 'README.md', name: 'operations', text: operationsText },
	{ file: 'docs/errors.md', name: 'codes', text: errorsText },
];

async function withGeneratedPart({ file, name, text: generate }) {
	const text = await readFile(file, 'utf8');
	const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const before = text.slice(0, text.indexOf(begin) + begin.length);
	return { text, expected: `${before}\n\n${generate()}\n\n${text.slice(text.indexOf(end))}` };
}

const openApiFile = path.join('docs', 'openapi.json');

async function openApiText() {
	const { openApi } = await import('./tools/openApi.mjs');
	return `${JSON.stringify(await openApi(), null, '\t')}\n`;
}

/** Writes the generated documents, and the generated parts of the others. */
async function writeDocuments() {
	await writeFile(openApiFile, await openApiText());
	for (const part of generatedParts) {
		await writeFile(part.file, (await withGeneratedPart(part)).expected);
	}
}

/** Refuses documents whose generated parts are not what the sources say. */
async function checkDocuments() {
	const isCurrent = (await readFile(openApiFile, 'utf8')) === (await openApiText());
	if (!isCurrent) throw new Error(`${openApiFile} is old: npx gulp writeDocuments`);
	for (const part of generatedParts) {
		const { text, expected } = await withGeneratedPart(part);
		if (text !== expected) throw new Error(`${part.file} is old: npx gulp writeDocuments`);
	}
}

exports.buildSandbox = buildSandbox;
exports.checkDocuments = checkDocuments;
exports.writeDocuments = writeDocuments;
exports.writeSavedNames = writeSavedNames;
const copyFiles = parallel(copyCodexFiles, copyIcons);
exports.build = recorded(series(clean, compile, parallel(bundle, copyFiles), writeOutputSchemas));
exports.bundle = bundle;
exports.copyFiles = copyFiles;
/** Calls a function whenever a file has changed that is copied into `dist`. */
exports.watchFiles = (/** @type {() => Promise<void>} */ onChange) =>
	watch(['icons/*.svg', 'nodes/**/*.node.json'], onChange);
