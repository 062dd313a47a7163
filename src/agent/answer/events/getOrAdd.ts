/** What is remembered of an answer, of each sort. A service may send new names without end. */
const maxKnown = 500;

/** Adds what is new to a map that doesn't grow without end; returns what is there. */
export function getOrAdd<Value>(map: Map<string, Value>, key: string, create: () => Value) {
	if (!map.has(key) && map.size < maxKnown) map.set(key, create());
	return map.get(key);
}
