import type { IDataObject, INode } from 'n8n-workflow';
import { pageOutput, ticketOutput } from '../../../nodes/shared/form/fields/outputs';
import type { FormItem } from '../../../nodes/shared/form/item';
import { simplifyFields, withWantedFields } from '../../../nodes/shared/form/simplify';

/** An item with these parameters. */
const item = (parameters: IDataObject): FormItem => ({
	node: { name: 'Test' } as INode,
	parameter: <Value>(name: string, fallback?: Value) =>
		(parameters[name] ?? fallback) as unknown as Value,
});
const page = { pageId: 'p', title: 'Home', layout: { layoutId: 'l', sections: [] }, extra: 1 };
const asTool = (parameters: IDataObject) =>
	withWantedFields(item(parameters), true, page, pageOutput);

test('a tool hands out what is chosen', () => {
	expect(asTool({})).toEqual({ pageId: 'p', title: 'Home', layoutId: 'l' });
	expect(asTool({ toolOutput: 'raw', simplify: true })).toBe(page);
	expect(asTool({ toolOutput: 'selectedFields', fields: ['title', 'extra'] })).toEqual({
		title: 'Home',
		extra: 1,
	});
	expect(asTool({ toolOutput: 'selectedFields', fields: 'title, layout.layoutId' })).toEqual({
		title: 'Home',
		layoutId: 'l',
	});
	expect(() => asTool({ toolOutput: 'short' })).toThrow('Output "short" is not one of the choices');
});

test('Simplify may come from an expression', () => {
	const simplify = (value: string) =>
		withWantedFields(item({ simplify: value }), false, page, pageOutput);
	expect(simplify('no')).toBe(page);
	expect(simplify('TRUE')).not.toHaveProperty('layout');
	expect(() => simplify('partly')).toThrow('Simplify "partly" is not true or false');
});

test.each([
	['ticket', ticketOutput],
	['page', pageOutput],
])('a simplified %s has at most ten fields, and each can be chosen', (_what, output) => {
	expect(output.simplified.length).toBeLessThanOrEqual(10);
	const [, , fields] = simplifyFields(output);
	const values = fields?.options?.map((option) => 'value' in option && option.value);
	expect(values).toEqual(expect.arrayContaining([...output.simplified, ...output.all]));
});
