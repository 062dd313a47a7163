import {
	type IDataObject,
	type INodeParameters,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';
import { listedUserOutput, pageOutput, ticketOutput } from '../../src/forms/fields/outputChoices';
import type { FormItem } from '../../src/forms/formItem';
import { readOutput, readToolOutput, simplifyFields } from '../../src/forms/simplify';

/** An item with these parameters. */
const item = (parameters: IDataObject, isTool = false): FormItem & { isTool: boolean } => ({
	isTool,
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

/** Of a record's output, what people and what a model see of the form, and what it is at first. */
function shownFields(isTool: boolean, parameters: INodeParameters = {}) {
	const type = { name: isTool ? 'webPageTool' : 'webPage' } as INodeTypeDescription;
	const node = { typeVersion: 1 };
	return simplifyFields(pageOutput).filter((field) =>
		NodeHelpers.displayParameter({ output: 'page', ...parameters }, field, node, type),
	);
}

test('people choose whether a record is simplified', () => {
	expect(shownFields(false)).toMatchObject([
		{ displayName: 'Simplify', name: 'simplify', type: 'boolean', default: true },
	]);
});

test('a model is given the most used fields, everything, or those that are chosen', () => {
	const [output, ...further] = shownFields(true);
	expect(further).toEqual([]);
	expect(output).toMatchObject({
		displayName: 'Output Fields',
		name: 'toolOutput',
		type: 'options',
		default: 'simplified',
		description: 'How much of the record the model gets',
	});
	expect(output?.options).toEqual([
		{ name: 'Raw', value: 'raw', description: 'Everything that the service returns' },
		{
			name: 'Selected Fields',
			value: 'selectedFields',
			description: 'The fields that you choose',
		},
		{ name: 'Simplified', value: 'simplified', description: 'The fields most used' },
	]);
	expect(shownFields(true, { toolOutput: 'selectedFields' })).toEqual([
		output,
		expect.objectContaining({
			displayName: 'Fields',
			name: 'fields',
			type: 'multiOptions',
			default: [...pageOutput.simplified],
		}),
	]);
});

test('fields are offered by their names in words, each once, in the order of the alphabet', () => {
	const record = { simplified: ['page.pageId', 'mediaURL'], all: ['mediaURL', 'accessToTenant'] };
	const [, output, fields] = simplifyFields(record);
	expect(output).toMatchObject({ displayName: 'Output', name: 'output' });
	expect(fields?.options).toEqual([
		{ name: 'Access To Tenant', value: 'accessToTenant' },
		{ name: 'Media URL', value: 'mediaURL' },
		{ name: 'Page ID', value: 'page.pageId' },
	]);
});
