/** What people read in the forms of nodes and credentials. */
import { readBuiltTypes } from './builtTypes';

const { credentialTypes, nodeTypes } = readBuiltTypes();
const descriptions = [...nodeTypes.map(({ description }) => description), ...credentialTypes].map(
	(described) => [described.name, described] as const,
);

test.each(descriptions)('%s has a light and a dark icon', (_name, described) => {
	const { light, dark } = described.icon as { light: string; dark: string };
	expect([light, dark]).toEqual(Array(2).fill(expect.stringMatching(/^file:\S+\.svg$/)));
	expect(light).not.toBe(dark);
});

test.each(nodeTypes)('$description.displayName has its name on the canvas', ({ description }) => {
	const { defaults, displayName } = description;
	expect(displayName).toMatch(/^Integration Service \w+/);
	expect(defaults.name).toBe(displayName);
});

test.each(nodeTypes)('$description.displayName is a trigger or a tool', ({ description }) => {
	const { group, inputs, polling, subtitle, usableAsTool } = description;
	expect(subtitle).toMatch(/\S/);
	expect({ group, polling, usableAsTool }).toEqual(
		inputs.length === 0
			? { group: ['trigger'], polling: true }
			: { group: ['transform'], usableAsTool: true },
	);
});
