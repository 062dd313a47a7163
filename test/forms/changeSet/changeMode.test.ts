/** How an update says what changes: by its form, or as a desired state. */
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import {
	changeModeFields,
	desiredStateField,
	isDesiredMode,
} from '../../../src/forms/changeSet/changeMode';
import { filledIn, refusal } from '../filledIn';
import { isShown } from '../shown';

const name: INodeProperties = { displayName: 'Name', name: 'name', type: 'string', default: '' };

test('each change mode shows its own fields', () => {
	const fields = changeModeFields([name], [desiredStateField('{ "name": "Color" }')]);
	const shownIn = (changeMode: string) =>
		fields
			.filter((field) => isShown(field, { changeMode } as INodeParameters))
			.map((field) => field.name);
	expect(shownIn('changes')).toEqual(['changeMode', 'name']);
	expect(shownIn('desired')).toEqual(['changeMode', 'desiredState']);
});

test.each([
	[{}, false],
	[{ changeMode: ' Changes ', options: { previewOnly: 'no' } }, false],
	[{ changeMode: 'desired', options: { previewOnly: true } }, true],
])('%j: is Desired State: %j', (parameters, isDesired) => {
	expect(isDesiredMode(filledIn(parameters))).toBe(isDesired);
});

test.each([
	[{ changeMode: 'json' }, 'Change Mode "json" is not one of the choices'],
	// Hidden in this mode, but an expression shows every field.
	[
		{ changeMode: 'changes', options: { previewOnly: true } },
		"'Preview Only' works with 'Desired State' only",
	],
])('refuses %j', (parameters, message) => {
	expect(refusal(() => isDesiredMode(filledIn(parameters))).message).toBe(message);
});
