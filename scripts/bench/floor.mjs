import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { operations } from './operations.mjs';

/**
 * What the requests cost without n8n: the same reads over a few connections that are kept open.
 *
 * @param {import('../../test/sandbox/index.js').Sandbox} sandbox
 * @param {readonly string[]} userIds
 * @param {number} connections
 * @returns {Promise<number>} milliseconds
 */
export async function measureFloor(sandbox, userIds, connections) {
	const pool = new Pool(new URL(sandbox.baseUrl).origin, { connections });
	const headers = { authorization: `Bearer ${sandbox.issueToken('user.get')}` };
	const { method, path } = operations['user.get'];
	const prefix = new URL(sandbox.baseUrl).pathname.replace(/\/$/, '');
	const started = performance.now();
	await Promise.all(
		userIds.map(async (userId) => {
			const { statusCode, body } = await pool.request({
				method,
				path: prefix + path.replace('{userId}', userId),
				headers,
			});
			await body.json();
			if (statusCode !== 200) throw new Error(`The sandbox answered ${statusCode}.`);
		}),
	);
	const milliseconds = performance.now() - started;
	await pool.close();
	return milliseconds;
}
