/** The labels of pickers, from which a record is found again in another tenant. */
import { readLabel, writeLabel } from '../../src/forms/recordLabels';

test.each(['Stock', 'Stock (inactive)', 'Stock (active)', 'Stock (ID 12)', '=Stock', "'=Stock"])(
	'a label of %j has one reading',
	(name) => {
		for (const active of [true, false, undefined]) {
			expect(readLabel(writeLabel({ active }, name))).toBe(name);
			expect(readLabel(writeLabel({ active }, name, 12))).toBe(name);
		}
	},
);
