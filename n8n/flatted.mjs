/**
 * Reads the form in which n8n stores an execution: one list of all values, in which a text inside
 * an object or a list is the position of the value it stands for.
 *
 * @param {string} text
 * @returns {unknown}
 */
export function parseFlatted(text) {
	/** @type {unknown[]} */
	const values = JSON.parse(text);
	for (const value of values) {
		if (typeof value !== 'object' || value === null) continue;
		const container = /** @type {Record<string, unknown>} */ (value);
		for (const [key, position] of Object.entries(container)) {
			if (typeof position === 'string') container[key] = values[Number(position)];
		}
	}
	return values[0];
}
