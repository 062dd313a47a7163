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

function rank(text: string, texts: readonly string[]) {
	const wanted = text.toLowerCase();
	const distances = texts.map((each) => {
		const whole = each.toLowerCase();
		return {
			each,
			start: distance(wanted, whole.slice(0, wanted.length)),
			whole: distance(wanted, whole),
		};
	});
	return distances.sort((a, b) => a.start - b.start || a.whole - b.whole);
}

/** The text whose beginning differs least from another text, regardless of case. */
export function findNearest(text: string, texts: readonly string[]): string {
	return rank(text, texts)[0]?.each ?? '';
}

/** As {@link findNearest}, but undefined if more than a few letters differ. */
export function findSimilar(text: string, texts: readonly string[]): string | undefined {
	const [nearest] = rank(text, texts);
	return nearest && nearest.start <= Math.min(3, text.length / 4) ? nearest.each : undefined;
}
