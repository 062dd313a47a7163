/** What becomes of an update that says how a record should be. */
import type { IDataObject } from 'n8n-workflow';
import {
	changesBetween,
	type DesiredUpdate,
	noteUnchanged,
	previewOption,
	unsentItem,
} from '../../../src/forms/changeSet/desiredUpdate';
import { propertyKeyChangeSets } from '../../../src/forms/fields/changeSetFields';
import { filledIn, refusal } from '../filledIn';
import { isShown } from '../shown';
import { propertyKey } from '../tables';

const current = { groupId: 4, groupName: 'A', changed: true, success: true };

const unsent = (options: unknown, update: Partial<DesiredUpdate<IDataObject>>) => {
	const item = filledIn(options === undefined ? {} : { options: { previewOnly: options } });
	return { result: unsentItem(item, { current, summary: [], ...update }), notes: item.notes };
};

test('what changes is given as a body to send and in words', () => {
	expect(
		changesBetween(
			propertyKey,
			propertyKeyChangeSets,
			{ fields: { name: 'Color', sort: 1 }, lists: {} },
			{ fields: { name: 'Colour', sort: 1 }, lists: { values: [{ value: 'Red' }] } },
		),
	).toEqual({
		update: { name: 'Colour', values: { added: [{ value: 'Red' }] } },
		summary: ['Name changes from "Color" to "Colour".', 'Value "Red" is added.'],
	});
});

test.each([true, 'yes', 'TRUE'])(
	'a preview shows what would be sent, and sends nothing: %j',
	(on) => {
		const summary = ['Group Name changes from "A" to "B".'];
		expect(unsent(on, { body: { groupName: 'B' }, summary })).toEqual({
			result: { preview: true, changes: { groupName: 'B' }, summary },
			notes: [],
		});
	},
);

test('a preview of no change is empty', () => {
	expect(unsent(true, {})).toEqual({
		result: { preview: true, changes: {}, summary: [] },
		notes: [],
	});
});

test.each([undefined, false, 'no', ''])('without a preview what changes is sent: %j', (off) => {
	expect(unsent(off, { body: { groupName: 'B' } })).toEqual({ result: undefined, notes: [] });
});

test('where nothing changes, the record as it is goes on, without what an earlier step added to it', () => {
	expect(unsent(false, {})).toEqual({
		result: { groupId: 4, groupName: 'A', changed: false },
		notes: [['Nothing has to change, so that nothing is sent.']],
	});
});

test('a preview that is neither on nor off is refused', () => {
	expect(refusal(() => unsent('perhaps', {})).message).toBe(
		'Preview Only "perhaps" is not true or false',
	);
});

test('that nothing changes can be said of a form too', () => {
	const item = filledIn({});
	noteUnchanged(item);
	expect(item.notes).toEqual([['Nothing has to change, so that nothing is sent.']]);
});

test('the preview is offered for a Desired State, and off at first', () => {
	const shownIn = ['changes', 'desired', 'json'].filter((changeMode) =>
		isShown(previewOption, {}, { changeMode }),
	);
	expect(shownIn).toEqual(['desired']);
	expect(previewOption).toMatchObject({
		displayName: 'Preview Only',
		name: 'previewOnly',
		default: false,
	});
});
