/**
 * How many letters must be inserted, removed, or replaced to turn one text into another.
 *
 * @param most a larger number need not be exact
 */
function distance(from: string, to: string, most = Infinity): number {
	let row = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (const [index, letter] of [...from].entries()) {
		const next = [index + 1];
		for (let column = 1; column <= to.length; column++) {
			const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
			next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
		}
		row = next;
		// The rows below have no smaller number.
		if (row.every((each) => each > most)) return Infinity;
	}
	return row[to.length] ?? 0;
}

/**
 * The text whose beginning differs least from another text, regardless of case. Empty if there is none.
 *
 * @param most texts in which more letters differ don't count
 */
export function findNearest(text: string, texts: readonly string[], most = Infinity): string {
	const wanted = text.toLowerCase();
	const near = texts.flatMap((each) => {
		const whole = each.toLowerCase();
		const start = distance(wanted, whole.slice(0, wanted.length), most);
		return start > most ? [] : { each, start, whole: distance(wanted, whole) };
	});
	return near.sort((a, b) => a.start - b.start || a.whole - b.whole)[0]?.each ?? '';
}
