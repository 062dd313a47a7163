/** Counts steps of some work, to show how they grow without measuring time. */

/** Methods that go through a list. */
const methods = [
	...(['every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flatMap'] as const),
	...(['includes', 'indexOf', 'join', 'map', 'reduce', 'slice', 'some', 'sort'] as const),
];

type Method = (this: unknown[], ...given: unknown[]) => unknown;

/** How many entries of lists some work goes through. */
export function countSteps(work: () => void): number {
	let steps = 0;
	const spies = methods.map((name) => {
		const original = Array.prototype[name] as Method;
		const counting: Method = function (...given) {
			steps += this.length;
			return original.apply(this, given);
		};
		return jest.spyOn(Array.prototype as never, name).mockImplementation(counting as never);
	});
	try {
		work();
	} finally {
		for (const spy of spies) spy.mockRestore();
	}
	return steps;
}

/** Records that count how often their fields are read. */
export function countReads<Value extends object>(records: readonly Value[]) {
	let reads = 0;
	const get = (target: Value, name: string | symbol): unknown => {
		reads++;
		return Reflect.get(target, name);
	};
	const counted = records.map((record) => new Proxy(record, { get }));
	return { counted, reads: () => reads };
}
