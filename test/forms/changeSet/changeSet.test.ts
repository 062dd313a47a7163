/** The form of a change-set: what it sends, and what it refuses before anything is sent. */
import type { IDataObject } from 'n8n-workflow';
import { readChanges } from '../../../src/forms/changeSet/changeSet';
import { filledIn, refusal } from '../filledIn';
import { propertyKey, userGroup } from '../tables';

const table = { ...userGroup, changeSets: [...propertyKey.changeSets, ...userGroup.changeSets] };

function read(name: string, form: unknown): unknown {
	const item = filledIn({ [name]: form as IDataObject });
	return readChanges(item, table)[name];
}

describe('refused before a request', () => {
	const red = { value: 'Red' };

	test.each<[string, string, object]>([
		[
			'values',
			'"1" appears twice: Values > Modified, entry 1 and Values > Removed, entry 1',
			{ modified: [{ propertyValueId: 1 }], removed: [{ propertyValueId: '1' }] },
		],
		['values', 'Values > Added, entry 1: Value is empty', { added: [{ sort: 1 }] }],
		['values', 'Values > Modified, entry 1: Property Value ID is empty', { modified: [red] }],
		[
			'warehouses',
			'Warehouses > Removed, entry 1: Warehouse Company ID is empty',
			{ removed: [{ warehouseId: 1 }] },
		],
	])('%s: %s', (name, message, form) => {
		expect(refusal(() => read(name, form)).message).toBe(message);
	});

	test.each([
		['both added', { added: [red, { value: 'Blue' }, red] }],
		['one added, one modified', { added: [red], modified: [{ propertyValueId: 1, ...red }] }],
		['both modified', { modified: [1, 2].map((propertyValueId) => ({ propertyValueId, ...red })) }],
	])("two values with one name carry the service's code: %s", (_title, form) => {
		const { message, errorCode } = refusal(() => read('values', form));
		expect(errorCode).toBe('duplicate-property-value');
		expect(message).toMatch(
			/^"Red" appears twice: Values > \w+, entry 1 and Values > \w+, entry \d$/,
		);
	});
});
