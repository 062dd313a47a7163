/** Between two lines where the output is a file or another program. */
const lineInterval = 15_000;

/**
 * Shows how far a long step has come: one line that keeps changing on a terminal, a line every
 * 15 seconds elsewhere.
 *
 * @param {(line: string) => void} log
 * @param {() => string} describe what is being done and how far it has come
 * @returns {() => void} ends it
 */
export function showProgress(log, describe) {
	const started = performance.now();
	const seconds = () => Math.round((performance.now() - started) / 1000);
	const text = () => `${describe()} (${seconds()} s)`;
	const isTerminal = process.stdout.isTTY && log === console.log;
	const write = () =>
		process.stdout.write(`\r\x1b[2K${text().slice(0, process.stdout.columns - 1)}`);

	if (isTerminal) write();
	else log(`${describe()} …`);
	const timer = setInterval(
		isTerminal ? write : () => log(text()),
		isTerminal ? 1_000 : lineInterval,
	);
	return () => {
		clearInterval(timer);
		if (isTerminal) process.stdout.write('\r\x1b[2K');
	};
}
