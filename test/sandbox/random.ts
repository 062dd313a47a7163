// Taken once, as jest looks up each use of a global in a proxy.
const { floor, imul } = Math;

const hexDigits = '0123456789abcdef';

/** Random choices that are the same at every start, so a failing test can be repeated. */
export class SeededRandom {
	constructor(private seed: number) {}

	/** A number from 0 up to, but not including, 1 (the mulberry32 generator). */
	next(): number {
		this.seed = (this.seed + 0x6d2b79f5) | 0;
		let mixed = imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
		mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}

	/** A whole number from `minimum` to `maximum`, both included. */
	integer(minimum: number, maximum: number): number {
		return minimum + floor(this.next() * (maximum - minimum + 1));
	}

	/** Whether something of this probability (0 to 1) happens. */
	chance(probability: number): boolean {
		return this.next() < probability;
	}

	/** One element of a list that is not empty. */
	pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
		return list[this.integer(0, list.length - 1)] as T;
	}

	/** An identifier in the format of a version 4 UUID. */
	uuid(): string {
		let digits = '';
		while (digits.length < 32) digits += hexDigits[this.integer(0, 15)];
		const part = (start: number, end?: number) => digits.slice(start, end);
		const variant = this.pick(['8', '9', 'a', 'b']);
		return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-${variant}${part(17, 20)}-${part(20)}`;
	}
}
