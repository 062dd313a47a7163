import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startHost } from '../../scripts/n8n/host.mjs';
import { N8nRestClient } from '../../scripts/n8n/n8nRestClient.mjs';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { cleanUpOnExit } from '../../scripts/processes/cleanUp.mjs';

/**
 * A test bed whose n8n can be killed or stopped, and started again with what it has stored.
 *
 * @param {Record<string, string>} [env] of n8n
 */
export async function startRestartableBed(env = {}) {
	const userFolder = await mkdtemp(path.join(tmpdir(), 'n8n-restartable-'));
	cleanUpOnExit(() => rmSync(userFolder, { recursive: true, force: true }));
	const bed = await startTestBed({ host: { userFolder, env } });
	const { stop } = bed;
	return Object.assign(bed, {
		userFolder,
		/** Starts n8n again; `host` and `client` are the new ones then. */
		startAgain: async () => {
			bed.host = await startHost({ userFolder, env });
			bed.client = new N8nRestClient(bed.host.baseUrl);
			await bed.client.login(bed.owner);
		},
		stop: async () => {
			await bed.host.stop();
			await stop();
		},
	});
}
