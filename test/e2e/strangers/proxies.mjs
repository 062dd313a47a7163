import { chown, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { requireProgram } from '../../../scripts/processes/programs.mjs';
import { betweenPrograms, serverAccount, startServer } from '../servers.mjs';

/**
 * A proxy on the loopback address.
 *
 * @typedef {object} Proxy
 * @property {number} port
 * @property {(name: string) => Promise<string>} read a file of its folder
 * @property {() => Promise<void>} stop
 */

/**
 * What a proxy is to do.
 *
 * @typedef {object} ProxyOptions
 * @property {Record<string, string>} [files] put into its folder, such as a certificate
 * @property {(port: number, folder: string) => string} configure its configuration for this port and
 *   its folder
 */

/**
 * @param {keyof typeof betweenPrograms} program
 * @param {ProxyOptions & { command: (program: string, folder: string, file: string) => string[], wrap: (configuration: string, folder: string) => string }} options
 * @returns {Promise<Proxy>}
 */
async function startProxy(program, { files = {}, configure, command, wrap }) {
	const file = await requireProgram(betweenPrograms[program], [program]);
	// As it needs no right that root has, and does not write with root's files then.
	const account = await serverAccount('nobody');
	let port = 0;
	let folder = '';
	const server = await startServer(program, account, async (ownFolder, ownPort) => {
		folder = ownFolder;
		port = ownPort;
		const configurationFile = `${program}.conf`;
		const written = { ...files, [configurationFile]: wrap(configure(port, folder), folder) };
		for (const [name, content] of Object.entries(written)) {
			await writeFile(path.join(folder, name), content, { mode: 0o600 });
			if (account) await chown(path.join(folder, name), account.user, account.group);
		}
		return {
			url: `http://127.0.0.1:${port}`,
			command: command(file, folder, path.join(folder, configurationFile)),
		};
	});
	return {
		port,
		read: async (name) => await readFile(path.join(folder, name), 'utf8'),
		stop: server.stop,
	};
}

/**
 * Starts nginx.
 *
 * @param {ProxyOptions} options `configure` returns its `http` block
 */
export async function startNginx(options) {
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
	return await startProxy('nginx', {
		...options,
		// A single process, as workers would outlive a master that is killed.
		wrap: (http, folder) => `
			daemon off;
			master_process off;
			pid ${folder}/nginx.pid;
			error_log stderr warn;
			events {}
			http {
				access_log off;
				${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
				${http}
			}
		`,
		command: (program, folder, file) => [program, '-p', folder, '-e', 'stderr', '-c', file],
	});
}

/**
 * A server of nginx that speaks https, with the certificate that is among its files, and holds nothing
 * back.
 *
 * @param {number} port
 * @param {string} service address of the service behind it, without a slash at the end
 */
export function secureServer(port, service) {
	return `
		server {
			listen 127.0.0.1:${port} ssl;
			ssl_certificate server.pem;
			ssl_certificate_key server.key;
			location / {
				proxy_pass ${service}/;
				proxy_buffering off;
			}
		}
	`;
}

/** Squid's list of what it was asked for. */
const squidLog = 'access.log';

/**
 * Starts Squid, without a cache.
 *
 * @param {ProxyOptions} options `configure` returns its access rules
 * @returns {Promise<Proxy & { requests: () => Promise<{ status: string, method: string, url: string }[]> }>}
 *   with what it was asked for so far; it writes down a request at its end
 */
export async function startSquid(options) {
	const squid = await startProxy('squid', {
		...options,
		wrap: (rules, folder) =>
			`
			${rules}
			logformat plain %>Hs %rm %ru
			access_log stdio:${folder}/${squidLog} logformat=plain
			buffered_logs off
			cache_log /dev/null
			cache_store_log none
			cache deny all
			cache_mem 0 MB
			pid_filename none
			pinger_enable off
			coredump_dir ${folder}
			shutdown_lifetime 0 seconds
			visible_hostname squid.example.org
			`.replace(/^\t+/gm, ''),
		command: (program, _folder, file) => [program, '-N', '-f', file],
	});
	return {
		...squid,
		requests: async () => {
			const lines = (await squid.read(squidLog).catch(() => '')).split('\n').filter(Boolean);
			return lines.map((line) => {
				const [status = '', method = '', url = ''] = line.split(' ');
				return { status, method, url };
			});
		},
	};
}
