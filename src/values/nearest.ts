/** How many letters must be inserted, removed, or replaced to turn one text into another. */
function distance(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (const [index, letter] of [...from].entries()) {
		const next = [index + 1];
		for (let column = 1; column <= to.length; column++) {
			const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
			next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row[to.length] ?? 0;
}

/** The text that is written most like another one, in any case. */
export function findNearest(text: string, texts: readonly string[]): string {
	const distanceTo = (each: string) => distance(text.toLowerCase(), each.toLowerCase());
	const [nearest = ''] = [...texts].sort((a, b) => distanceTo(a) - distanceTo(b));
	return nearest;
}
