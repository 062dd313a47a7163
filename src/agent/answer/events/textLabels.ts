/** What the fields around the texts of an answer state. Texts under two labels may be of two writers. */
import type { Label } from './eventLeaves';
import { stateField } from './eventSigns';
import { getOrAdd } from './getOrAdd';

export class TextLabels {
	private readonly values = new Map<string, string>();
	/** Fields with two values. */
	private readonly several = new Set<string>();

	add(labels: readonly Label[]): void {
		for (const { field, value } of labels) {
			const known = getOrAdd(this.values, field, () => value);
			if (known !== undefined && known !== value) this.several.add(field);
		}
	}

	/**
	 * Whether some texts may not be of the answer.
	 *
	 * @param isSnapshot each text has all of those before, so that their state may change
	 */
	areSeveral(isSnapshot: boolean): boolean {
		return [...this.several].some((field) => !isSnapshot || field !== stateField);
	}
}
