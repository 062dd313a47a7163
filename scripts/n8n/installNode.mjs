// Installs the pinned Node.js and writes its path for supportedNode.cjs.
import { writeSync } from 'node:fs';
import { installHost, pinnedNode } from './pinnedHosts.mjs';

try {
	const { node } = await installHost(pinnedNode);
	writeSync(3, node);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
