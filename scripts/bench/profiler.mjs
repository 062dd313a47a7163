import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'undici';

/**
 * A node of a CPU profile, of the inspector of Node.js.
 *
 * @typedef {object} ProfileNode
 * @property {number} id
 * @property {{ functionName: string, url: string }} callFrame
 * @property {number[]} [children]
 */

/**
 * @typedef {object} Profile
 * @property {ProfileNode[]} nodes
 * @property {number[]} samples the node that ran at each sample
 * @property {number[]} timeDeltas microseconds before each sample
 */

/** The CPU profiler of another Node.js, which was started with `--inspect`. */
export class Profiler {
	/** @param {WebSocket} socket */
	constructor(socket) {
		this.socket = socket;
		this.sent = 0;
	}

	/** @param {number} port of the inspector */
	static async connect(port) {
		const response = await fetch(`http://127.0.0.1:${port}/json/list`);
		const [target] = /** @type {{ webSocketDebuggerUrl: string }[]} */ (await response.json());
		const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
		await once(socket, 'open');
		return new Profiler(socket);
	}

	/**
	 * @param {string} method
	 * @returns {Promise<any>} its result
	 */
	async send(method) {
		const id = (this.sent += 1);
		const answered = new Promise((resolve) => {
			const listen = (/** @type {MessageEvent} */ { data }) => {
				const message = JSON.parse(String(data));
				if (message.id !== id) return;
				this.socket.removeEventListener('message', /** @type {any} */ (listen));
				resolve(message.result);
			};
			this.socket.addEventListener('message', /** @type {any} */ (listen));
		});
		this.socket.send(JSON.stringify({ id, method }));
		return await answered;
	}

	async start() {
		await this.send('Profiler.enable');
		await this.send('Profiler.start');
	}

	/** @returns {Promise<Profile>} what ran since the start */
	async stop() {
		const { profile } = await this.send('Profiler.stop');
		this.socket.close();
		await wait(0);
		return profile;
	}
}

/**
 * The time of a profile by what it was spent on: each sample counts for the innermost function of a
 * known origin.
 *
 * @param {Profile} profile
 * @param {ReadonlyMap<string, RegExp>} origins names, with what the addresses of their files match
 * @returns {Map<string, number>} milliseconds; what matches nothing is under `rest`
 */
export function timeByOrigin({ nodes, samples, timeDeltas }, origins) {
	/** @type {Map<number, string>} */
	const originOf = new Map();
	/** @type {Map<number, ProfileNode>} */
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const visit = (/** @type {ProfileNode} */ node, /** @type {string} */ inherited) => {
		const { functionName, url } = node.callFrame;
		const isIdle = functionName === '(idle)';
		const own = [...origins].find(([, pattern]) => pattern.test(url))?.[0];
		const origin = isIdle ? 'idle' : (own ?? inherited);
		originOf.set(node.id, origin);
		for (const child of node.children ?? []) {
			const childNode = byId.get(child);
			if (childNode) visit(childNode, origin);
		}
	};
	const [root] = nodes;
	if (root) visit(root, 'rest');
	/** @type {Map<string, number>} */
	const times = new Map();
	samples.forEach((id, index) => {
		const origin = originOf.get(id) ?? 'rest';
		times.set(origin, (times.get(origin) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
	});
	return times;
}
