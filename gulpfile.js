const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');

/** The modules that import a library: the library is bundled into them, as n8n installs none. */
const bundledModules = ['nodes/shared/transport/eventSourceParser.ts'];

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

async function compile() {
	const tsc = require.resolve('typescript/bin/tsc');
	try {
		await promisify(execFile)(process.execPath, [tsc, '-p', 'tsconfig.json']);
	} catch (error) {
		throw new Error(error.stdout || error.message);
	}
}

async function bundle() {
	await esbuild.build({
		entryPoints: bundledModules,
		outdir: 'dist',
		outbase: '.',
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		legalComments: 'inline',
		logLevel: 'warning',
	});
}

function copyCodexFiles() {
	return src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
}

function copyIcons() {
	return src('icons/*.svg').pipe(dest('dist/icons'));
}

/** The sandbox as plain JavaScript, for the commands that run it outside the tests. */
async function buildSandbox() {
	await esbuild.build({
		entryPoints: ['test/sandbox/index.ts'],
		outfile: path.join('build', 'sandbox.js'),
		bundle: true,
		packages: 'external',
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		logLevel: 'warning',
	});
}

exports.buildSandbox = buildSandbox;
exports.build = series(clean, compile, parallel(bundle, copyCodexFiles, copyIcons));
