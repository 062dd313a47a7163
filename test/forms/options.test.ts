import type { INodeProperties } from 'n8n-workflow';
import { optionsField } from '../../src/forms/options';

const option = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});

test("an operation's own options are in alphabetical order with the common ones", () => {
	const own = option('Time to Wait', 'timeout');
	const { options } = optionsField([option('Zone', 'zone'), own, option('batch size', 'batch')]);
	const names = (options as INodeProperties[]).map(({ name }) => name);
	expect(names).toEqual(['batch', 'concurrency', 'maxRetries', 'timeout', 'zone']);
	expect(options).toContain(own);
});
