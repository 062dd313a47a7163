/** The longest time between two checks, so an earlier deadline takes effect soon. */
const checkMilliseconds = 1000;

/**
 * Calls back once when a deadline has passed.
 *
 * @param deadline milliseconds since 1970, read again at each check
 * @returns a function that ends the watch
 */
export function watchDeadline(deadline: () => number, callback: () => void): () => void {
	let isEnded = false;
	const check = () => {
		if (isEnded) return;
		const left = deadline() - Date.now();
		if (left <= 0) callback();
		else AbortSignal.timeout(Math.min(left, checkMilliseconds)).addEventListener('abort', check);
	};
	check();
	return () => {
		isEnded = true;
	};
}
