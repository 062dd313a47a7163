/** What people read in the forms of nodes and credentials. */
import type { INodeTypeDescription } from 'n8n-workflow';
import { readBuiltTypes } from './builtTypes';

const { credentialTypes, nodeTypes } = readBuiltTypes();
const descriptions = [...nodeTypes.map(({ description }) => description), ...credentialTypes].map(
	(described) => [described.name, described] as const,
);

/** Where a form shows a text. */
const shownNames = [
	...['displayName', 'description', 'hint', 'placeholder', 'action', 'message', 'errorMessage'],
	...['subtitle', 'name', 'documentationUrl', 'multipleValueButtonText', 'eventTriggerDescription'],
	...['activationHint', 'infoUrl', 'searchListMethod', 'loadOptionsMethod'],
	...['searchHint', 'relationHint', 'content'],
];

/** The paths of the shown texts that are empty. */
function emptyTexts(value: unknown, at = ''): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, entry]) => {
		const place = `${at}.${name}`;
		const isEmpty = shownNames.includes(name) && typeof entry === 'string' && entry.trim() === '';
		return isEmpty ? [place] : emptyTexts(entry, place);
	});
}

test.each(descriptions)('%s has no empty label, hint or message', (_name, described) => {
	expect(emptyTexts(described)).toEqual([]);
});

test.each(descriptions)('%s has a light and a dark icon', (_name, described) => {
	const { light, dark } = described.icon as { light: string; dark: string };
	expect([light, dark]).toEqual(Array(2).fill(expect.stringMatching(/^file:\S+\.svg$/)));
	expect(light).not.toBe(dark);
});

test.each(nodeTypes)('$description.displayName has its name on the canvas', ({ description }) => {
	const { defaults, displayName } = description as INodeTypeDescription;
	expect(displayName).toMatch(/^Integration Service \w+/);
	expect(defaults.name).toBe(displayName);
});

test.each(nodeTypes)('$description.displayName is a trigger or a tool', ({ description }) => {
	const { group, inputs, polling, subtitle, usableAsTool } = description as INodeTypeDescription;
	expect(subtitle).toMatch(/\S/);
	expect({ group, polling, usableAsTool }).toEqual(
		inputs.length === 0
			? { group: ['trigger'], polling: true }
			: { group: ['transform'], usableAsTool: true },
	);
});
