/** The choice of how an update says what is to change. */
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { changeModeFields, readChangeMode } from '../../../src/forms/changeSet/changeMode';
import { filledIn, refusal } from '../filledIn';
import { isShown } from '../shown';

const name: INodeProperties = { displayName: 'Name', name: 'name', type: 'string', default: '' };
const texts = { currentState: 'As it is', desiredState: 'As it is to be', jsonBody: 'To be sent' };

const shownIn = (changeMode: string, fields = changeModeFields({ changes: [name], ...texts })) =>
	fields.filter((field) => isShown(field, { changeMode } as INodeParameters));

test('the choice is always there, and each way has its own fields', () => {
	const names = (changeMode: string) => shownIn(changeMode).map((field) => field.name);
	expect(names('changes')).toEqual(['changeMode', 'name']);
	expect(names('desired')).toEqual(['changeMode', 'currentState', 'desiredState']);
	expect(names('json')).toEqual(['changeMode', 'jsonBody']);
});

test('JSON has room for several lines, and says below what belongs there', () => {
	const fields = [...shownIn('desired').slice(1), ...shownIn('json').slice(1)];
	expect(fields.map(({ displayName, hint, default: empty }) => [displayName, hint, empty])).toEqual(
		[
			['Current State', 'As it is', '{}'],
			['Desired State', 'As it is to be', '{}'],
			['JSON Body', 'To be sent', '{}'],
		],
	);
	for (const { type, typeOptions } of fields) {
		expect(type).toBe('json');
		expect(typeOptions?.rows).toBeGreaterThan(3);
	}
});

test('what the update cannot do without is required', () => {
	const requiredOf = (needs: object) =>
		changeModeFields({ changes: [name], ...texts, ...needs })
			.filter(({ required }) => required)
			.map((field) => field.name);
	expect(requiredOf({})).toEqual(['desiredState']);
	expect(requiredOf({ needsCurrentState: true })).toEqual(['currentState', 'desiredState']);
	expect(requiredOf({ needsJsonBody: true })).toEqual(['desiredState', 'jsonBody']);
});

test.each([
	[{}, 'changes'],
	[{ changeMode: 'desired', options: { previewOnly: true } }, 'desired'],
	[{ changeMode: ' JSON ', options: { previewOnly: 'no' } }, 'json'],
])('%j is the way %s', (parameters, mode) => {
	expect(readChangeMode(filledIn(parameters))).toBe(mode);
});

test.each([
	[{ changeMode: 'Wanted' }, 'Change Mode "Wanted" is not one of the choices'],
	// Hidden there, but an expression brings everything into view.
	[
		{ changeMode: 'changes', options: { previewOnly: true } },
		'Preview Only is on, and Change Mode "changes" has no preview',
	],
	[
		{ changeMode: 'json', options: { previewOnly: 'yes' } },
		'Preview Only is on, and Change Mode "json" has no preview',
	],
])('%j is refused, so that nothing unwanted is sent', (parameters, message) => {
	expect(refusal(() => readChangeMode(filledIn(parameters))).message).toBe(message);
});
