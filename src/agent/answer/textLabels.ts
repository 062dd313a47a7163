/** What the fields around the texts of an answer state. Texts under two labels may be of two writers. */
import type { Label } from './eventLeaves';
import { getOrAdd } from './getOrAdd';

export class TextLabels {
	private readonly values = new Map<string, string>();
	/** Whether a field has two values, so that some texts may not be of the answer. */
	areSeveral = false;

	add(labels: readonly Label[]): void {
		for (const { field, value } of labels) {
			const known = getOrAdd(this.values, field, () => value);
			this.areSeveral ||= known !== undefined && known !== value;
		}
	}
}
