import type { IDataObject, INode } from 'n8n-workflow';
import {
	listedUserOutput,
	pageOutput,
	ticketOutput,
} from '../../../nodes/shared/form/fields/outputs';
import type { FormItem } from '../../../nodes/shared/form/item';
import { readOutput, readToolOutput, simplifyFields } from '../../../nodes/shared/form/simplify';

/** An item with these parameters. */
const item = (parameters: IDataObject, isTool = false): FormItem & { isTool: boolean } => ({
	isTool,
	node: { name: 'Test' } as INode,
	parameter: <Value>(name: string, fallback?: Value) =>
		(parameters[name] ?? fallback) as unknown as Value,
	note: () => {},
});
const page = { pageId: 'p', title: 'Home', layout: { layoutId: 'l', sections: [] }, extra: 1 };
const asTool = (parameters: IDataObject) => readOutput(item(parameters, true), pageOutput)(page);

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

describe('a user of a list', () => {
	const user = { userId: 'u', emailAddress: 'a@b.example', firstName: 'Ann', kind: 'NORMAL' };
	const shown = (record: IDataObject, parameters: IDataObject = {}, isTool = true) =>
		readToolOutput(item(parameters, isTool), listedUserOutput)(record);

	test('is shortened for a model, and for nobody else', () => {
		expect(shown(user)).toEqual({ userId: 'u', firstName: 'Ann' });
		expect(shown(user, { output: 'raw' })).toBe(user);
		expect(shown(user, { simplify: true }, false)).toBe(user);
	});

	test('has the fields that are chosen', () => {
		const parameters = { output: 'selectedFields', fields: ['userId', 'emailAddress'] };
		expect(shown(user, parameters)).toEqual({ userId: 'u', emailAddress: 'a@b.example' });
	});

	test('stays whole where its name is not found, as an ID alone would say nothing', () => {
		const unknown = { id: 7, login: 'ann' };
		expect(shown(unknown)).toBe(unknown);
		expect(shown({ id: 7, fullName: 'Ann', login: 'ann' })).toEqual({ id: 7, fullName: 'Ann' });
	});
});

test('Simplify may come from an expression', () => {
	const simplify = (value: string) => readOutput(item({ simplify: value }), pageOutput)(page);
	expect(simplify('no')).toBe(page);
	expect(simplify('TRUE')).not.toHaveProperty('layout');
	expect(() => simplify('partly')).toThrow('Simplify "partly" is not true or false');
});

test.each([
	['ticket', ticketOutput],
	['page', pageOutput],
	['user', listedUserOutput],
])('a simplified %s has at most ten fields, and each can be chosen', (_what, output) => {
	expect(output.simplified.length).toBeLessThanOrEqual(10);
	const [, , fields] = simplifyFields(output);
	const values = fields?.options?.map((option) => 'value' in option && option.value);
	expect(values).toEqual(expect.arrayContaining([...output.simplified, ...output.all]));
});
