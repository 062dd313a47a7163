import type { Call } from './handler';

/** How long a record shows its earlier state in a service that is late, in milliseconds. */
const delay = 1500;

const earlier = new WeakMap<object, { record: object; until: number }>();

/** Keeps the state of a record before it is updated. */
export function noteUpdate(record: object): void {
	earlier.set(record, { record: { ...record }, until: Date.now() + delay });
}

/** A record as a GET shows it. */
export function shownRecord<Found extends object>({ reading }: Call, record: Found): Found {
	const known = earlier.get(record);
	const isLate = reading.updateShown === 'late' && known && Date.now() < known.until;
	return isLate ? (known.record as Found) : record;
}
