import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../processes/processes.mjs';

/**
 * Installs the build of a package into n8n's user folder the way n8n's own installer of community
 * nodes does: n8n then names the node types `<package>.<node>`, as in users' workflows.
 *
 * n8n loads whatever lies in that folder; its table of installed packages only feeds the list in
 * the settings.
 *
 * @param {string} packageFolder the package with its `dist`
 * @param {string} userFolder n8n's user folder, which contains `.n8n`
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>} its folder
 * @throws when the build is missing or incomplete
 */
export async function installCommunityPackage(packageFolder, userFolder, signal) {
	const manifest = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8'));
	requireBuild(packageFolder, [...manifest.n8n.nodes, ...manifest.n8n.credentials]);

	const nodesFolder = path.join(userFolder, '.n8n', 'nodes');
	const target = path.join(nodesFolder, 'node_modules', manifest.name);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });

	const packed = await mkdtemp(path.join(tmpdir(), 'packed-'));
	try {
		await run(
			'npm',
			['pack', '--ignore-scripts', '--pack-destination', packed],
			packageFolder,
			signal,
		);
		const [tarball] = await readdir(packed);
		if (!tarball) throw new Error('npm pack made no tarball.');
		await run(
			'tar',
			['-xzf', path.join(packed, tarball), '-C', target, '--strip-components=1'],
			packageFolder,
			signal,
		);
	} finally {
		await rm(packed, { recursive: true, force: true });
	}

	const ledger = {
		name: 'installed-nodes',
		private: true,
		dependencies: { [manifest.name]: manifest.version },
	};
	await writeFile(path.join(nodesFolder, 'package.json'), JSON.stringify(ledger, null, 2));
	return target;
}

/**
 * @param {string} packageFolder
 * @param {readonly string[]} files
 */
function requireBuild(packageFolder, files) {
	const missing = files.filter((file) => !existsSync(path.join(packageFolder, file)));
	if (missing.length === 0) return;
	throw new Error(`The build lacks ${missing.join(', ')}. Run "npm run build" first.`);
}

/**
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {string} cwd
 * @param {AbortSignal | undefined} signal
 */
async function run(command, parameters, cwd, signal) {
	const { succeeded, output } = await runCommand(command, parameters, { cwd, signal });
	if (!succeeded) throw new Error(`"${command} ${parameters[0]}" did not succeed:\n${output}`);
}
