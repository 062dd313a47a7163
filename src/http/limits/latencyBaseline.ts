/** Fewer answers of one kind than this say nothing about it. */
const fewestSamples = 5;

/** More kinds than the service has; beyond it the one used longest ago goes. */
const maximumKinds = 200;

/** The shortest latency that is told apart, in milliseconds. */
const resolution = 1;

interface Kind {
	/** Sum of the logarithms of the latencies since the kind was last compared. */
	sum: number;
	count: number;
	/** The lowest mean logarithm of this epoch and of the one before. */
	best: number;
	bestBefore: number;
}

/**
 * How long the service takes for each kind of request when it is at ease, and how much longer it
 * takes now. A page of a hundred records is never compared with a single one, so that a different
 * mix of operations does not look like a slower service. Means are geometric: one answer that takes
 * very long, or none at all, hardly moves them.
 */
export class LatencyBaseline {
	private readonly kinds = new Map<string, Kind>();

	/**
	 * Takes note of an answer.
	 *
	 * @param name what can be compared with each other, such as operation and status code
	 * @param milliseconds from the request to its answer
	 */
	record(name: string, milliseconds: number): void {
		const kind = this.kinds.get(name) ?? { sum: 0, count: 0, best: Infinity, bestBefore: Infinity };
		this.kinds.delete(name);
		this.kinds.set(name, kind);
		const [oldest] = this.kinds.keys();
		if (oldest !== undefined && this.kinds.size > maximumKinds) this.kinds.delete(oldest);
		kind.sum += Math.log(Math.max(milliseconds, resolution));
		kind.count += 1;
	}

	/**
	 * Compares the answers since the last call with the quickest time that is known.
	 *
	 * @returns the part of an answer's time that the service needs at ease: 1 where it is as quick as
	 * ever, 0.5 where it takes twice as long
	 */
	compare(): number {
		let weighted = 0;
		let samples = 0;
		for (const kind of this.kinds.values()) {
			if (kind.count < fewestSamples) continue;
			const mean = kind.sum / kind.count;
			kind.best = Math.min(kind.best, mean);
			weighted += kind.count * Math.exp(Math.min(kind.best, kind.bestBefore) - mean);
			samples += kind.count;
			kind.sum = 0;
			kind.count = 0;
		}
		return samples === 0 ? 1 : weighted / samples;
	}

	/** Leaves out the answers since the last comparison. */
	skip(): void {
		for (const kind of this.kinds.values()) {
			kind.sum = 0;
			kind.count = 0;
		}
	}

	/** Begins an epoch: what was quickest before the last one is forgotten, as services change. */
	renew(): void {
		for (const kind of this.kinds.values()) {
			kind.bestBefore = kind.best;
			kind.best = Infinity;
		}
	}
}
