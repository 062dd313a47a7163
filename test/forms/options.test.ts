import type { INodeProperties } from 'n8n-workflow';
import { optionsField } from '../../src/forms/options';

const option = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});

test('own and common options are in one alphabetical order', () => {
	const own = option('Time to Wait', 'timeout');
	const { options } = optionsField([option('Zone', 'zone'), own, option('batch size', 'batch')]);
	const fields = options as INodeProperties[];
	const labels = fields.map(({ displayName }) => displayName);
	expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
	expect(labels).toEqual(expect.arrayContaining(['batch size', 'Concurrency', 'Zone']));
	expect(fields.filter(({ name }) => name === 'timeout')).toEqual([own]);
});
