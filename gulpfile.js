require('./scripts/supportedNode.cjs');
const { execFile } = require('node:child_process');
const { existsSync } = require('node:fs');
const { mkdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');
const esbuild = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');

/** The modules that import a library: the library is bundled into them, as n8n installs none. */
const bundledModules = ['src/http/eventSourceParser.ts'];

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
	target: 'node22',
	logLevel: 'warning',
};

/** Bundles the libraries, and writes down which they are and under what licenses. */
async function bundle() {
	const { metafile } = await esbuild.build({
		...forNode,
		metafile: true,
		entryPoints: bundledModules,
		outdir: 'dist',
		outbase: '.',
		legalComments: 'inline',
		// The bundle has the paths of its modules: the same ones wherever node_modules really lies.
		preserveSymlinks: true,
	});
	const { billOfMaterials, bundledPackages, thirdPartyNotices } =
		await import('./scripts/build/bundledPackages.mjs');
	const packages = await bundledPackages(metafile);
	const bill = billOfMaterials(require('./package.json'), packages);
	await writeFile(path.join('dist', 'THIRD_PARTY_NOTICES.md'), thirdPartyNotices(packages));
	await writeFile(path.join('dist', 'sbom.cdx.json'), `${JSON.stringify(bill, null, '\t')}\n`);
}

/** Sources of the tests as plain JavaScript in `build/`, for what runs outside of jest. */
async function bundleForTools(entryPoints) {
	await esbuild.build({ ...forNode, entryPoints, outdir: 'build', packages: 'external' });
}

function copyCodexFiles() {
	return src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
}

/** The output schemas in the folder of each node, where n8n reads them. */
async function writeOutputSchemas() {
	const { outputSchemas } = await import('./scripts/build/outputSchemas.mjs');
	for (const [file, schema] of outputSchemas()) {
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, `${JSON.stringify(schema, null, '\t')}\n`);
	}
}

function copyIcons() {
	return src('icons/*.svg').pipe(dest('dist/icons'));
}

/**
 * Records the sources that `dist` is built from. Changes during the build count as new.
 *
 * @param {(done: (error?: Error) => void) => void} task builds `dist`
 */
function recorded(task) {
	return async () => {
		const { hashSources } = await import('./scripts/build/sourceHash.mjs');
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

/** Records what workflows store of the built package, for the tests. */
async function writeSavedNames() {
	await bundleForTools(['test/nodes/savedNames.ts']);
	const { savedNamesOfPackage } = require('./build/savedNames.js');
	const text = `${JSON.stringify(savedNamesOfPackage(), null, '\t')}\n`;
	await writeFile(path.join('test', 'nodes', 'savedNames.json'), text);
}

/** @returns the generated documents, which show items from the sandbox */
async function loadDocuments() {
	await bundleForTools(['test/nodes/exampleItems.ts']);
	return await import('./scripts/documents/documents.mjs');
}

/** Writes the generated documents, and the generated parts of the others. */
async function writeDocuments() {
	const { documents, leftoverPages } = await loadDocuments();
	const texts = await documents();
	for (const [file, text] of texts) {
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, text);
	}
	for (const file of await leftoverPages(texts)) await rm(file);
}

/** Rejects generated documents and parts that differ from the sources. */
async function checkDocuments() {
	const { documents, leftoverPages } = await loadDocuments();
	const texts = await documents();
	const old = await leftoverPages(texts);
	for (const [file, text] of texts) {
		const written = existsSync(file) ? await readFile(file, 'utf8') : undefined;
		if (written !== text) old.push(file);
	}
	if (old.length > 0) throw new Error(`Not up to date: ${old.join(', ')}: npx gulp writeDocuments`);
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
