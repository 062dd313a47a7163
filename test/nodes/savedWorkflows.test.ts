/** Workflows that were saved with a published version stay valid. */
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { readBuiltTypes } from './builtTypes';
import taken from './savedNames.json';
import { compareSavedNames, savedNamesOfNode, savedNamesOfPackage } from './savedNames';

/** docs/engineering/changes.md explains it under "Change what workflows store". */
const ways = {
	missing:
		'Saved workflows hold this. Bring it back; what has to change goes into a new version of its node.',
	added: 'This stays for good once it is published. If so: npx gulp --series build writeSavedNames',
};

test('saved workflows fit the package', () => {
	const { missing, added } = compareSavedNames(taken, savedNamesOfPackage());
	expect({ way: ways.missing, missing }).toEqual({ way: ways.missing, missing: [] });
	expect({ way: ways.added, added }).toEqual({ way: ways.added, added: [] });
});

describe('the comparison', () => {
	const type = 'integrationServiceUserGroup';
	const built = readBuiltTypes().nodeTypes.find(
		({ description }) => description.name === type,
	) as INodeType;
	const before = savedNamesOfNode(built);
	const change = (act: (node: INodeType) => void) => {
		const node = { ...built, description: structuredClone(built.description) };
		act(node);
		return compareSavedNames(before, savedNamesOfNode(node));
	};
	/** A field of Get Many of members. */
	const field = ({ description }: INodeType, name: string) =>
		description.properties.find(
			({ name: each, displayOptions: { show } = {} }) =>
				each === name && show?.resource?.includes('member') && show.operation?.includes('getAll'),
		) as INodeProperties;

	test('ignores texts and order', () => {
		const { missing, added } = change(({ description }) => {
			description.displayName = 'Public Library';
			description.properties.find(({ name }) => name === 'resource')?.options?.reverse();
			description.properties.reverse();
		});
		expect([...missing, ...added]).toEqual([]);
	});

	test.each<[string, (node: INodeType) => void, string[]]>([
		['version', ({ description }) => (description.version = 2), Object.values(before).flat()],
		[
			'default',
			(node) => (field(node, 'limit').default = 100),
			['member.getAll limit: number, default 50'],
		],
	])('reports a %s that is missing or has changed', (_, act, expected) => {
		expect(change(act).missing).toEqual(expected.map((line) => `${type} 1: ${line}`));
	});
});
