// The service in a process of its own, so its memory is not measured. It answers the first
// question briefly, and all others at length.
import { startBuiltSandbox } from '../build/build.mjs';
import { answer } from './measures.mjs';

const sandbox = await startBuiltSandbox();

/** @param {number} events */
function* chunks(events) {
	for (let sent = 0; sent < events; sent++) {
		const opening = `event: delta\ndata: {"delta":"`;
		const closing = `"}\n\n`;
		const text = `${sent} `.padEnd(answer.bytesOfAnEvent - opening.length - closing.length, 'x');
		yield `${opening}${text}${closing}`;
	}
	yield 'event: done\ndata: {}\n\n';
}

sandbox.scriptStream({ chunks: () => chunks(1) });
sandbox.scriptStream({ chunks: () => chunks(answer.events) }, { times: Infinity });
process.send?.(sandbox.credential);
process.on('disconnect', () => void sandbox.close());
