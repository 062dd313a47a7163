/** Characters after which pieces are joined, so that many small ones do not add up in memory. */
const blockCharacters = 65_536;

/** A text that only grows, piece by piece, in a time that does not depend on how long it is. */
export class GrowingText {
	/** Joined pieces; it is long, so that it is added to rarely. */
	private joined = '';
	private pieces: string[] = [];
	private characters = 0;

	get length(): number {
		return this.characters;
	}

	/** All of it. */
	get whole(): string {
		this.joined += this.pieces.join('');
		this.pieces = [];
		return this.joined;
	}

	append(text: string): void {
		this.pieces.push(text);
		this.characters += text.length;
		if (this.characters - this.joined.length >= blockCharacters) void this.whole;
	}

	/**
	 * What follows a position.
	 *
	 * @param position from 0
	 */
	from(position: number): string {
		const count = this.characters - position;
		if (count <= 0) return '';
		let last = '';
		for (let index = this.pieces.length - 1; index >= 0 && last.length < count; index--) {
			last = `${this.pieces[index]}${last}`;
		}
		if (last.length >= count) return last.slice(last.length - count);
		return this.whole.slice(position);
	}
}
