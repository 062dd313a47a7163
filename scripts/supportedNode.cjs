// Runs this command with a pinned Node.js if the current one is older than package.json requires.
// The first thing that jest, gulp, and each script loads.
const { spawnSync } = require('node:child_process');
const path = require('node:path');
const { engines } = require('../package.json');

const oldest = Number.parseInt(engines.node.replace('>=', ''), 10);

/** @returns {string} the pinned Node.js, which is installed once */
function installedNode() {
	const installing = path.join(__dirname, 'n8n', 'installNode.mjs');
	// Its path comes through a channel of its own, as npm prints to the others.
	const { status, output } = spawnSync(process.execPath, [installing], {
		stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
		encoding: 'utf8',
	});
	if (status === 0) return String(output[3]);
	console.error(`Install Node.js ${oldest} or later. This is ${process.version}.`);
	process.exit(1);
}

if (Number.parseInt(process.versions.node, 10) < oldest) {
	const node = installedNode();
	// Ctrl-C ends the command, and this process after it.
	process.on('SIGINT', () => {});
	const { status } = spawnSync(node, [...process.execArgv, ...process.argv.slice(1)], {
		stdio: 'inherit',
		// For the commands that it starts.
		env: { ...process.env, PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) },
	});
	process.exit(status ?? 1);
}
