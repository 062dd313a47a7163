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

/** The text whose beginning is written most like another one, in any case. */
export function findNearest(text: string, texts: readonly string[]): string {
	const wanted = text.toLowerCase();
	const distances = texts.map((each) => {
		const whole = each.toLowerCase();
		return {
			each,
			start: distance(wanted, whole.slice(0, wanted.length)),
			whole: distance(wanted, whole),
		};
	});
	const [nearest] = distances.sort((a, b) => a.start - b.start || a.whole - b.whole);
	return nearest?.each ?? '';
}
