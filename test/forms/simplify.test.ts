import {
	type IDataObject,
	type INodeParameters,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';
import { ticketOutput } from '../../nodes/Helpdesk/resources/ticket/unassign';
import { IntegrationServiceWebPage } from '../../nodes/WebPage/IntegrationServiceWebPage.node';
import { pageOutput } from '../../nodes/WebPage/resources/page/get';
import { propertyKeyOutput } from '../../src/forms/fields/propertyKeyFields';
import type { FormItem } from '../../src/forms/formItem';
import { readOutput, simplifyFields } from '../../src/forms/simplify';
import { filledIn } from './filledIn';
import { propertyKey } from './tables';

const item = (parameters: IDataObject, isTool: boolean): FormItem => ({
	...filledIn(parameters),
	isTool,
});

describe('a page', () => {
	const page = { pageId: 'p', title: 'Home', layout: { layoutId: 'l', sections: [] }, extra: 1 };
	const output = (parameters: IDataObject, isTool = true) =>
		readOutput(item(parameters, isTool), pageOutput)(page);

	test.each<[string, IDataObject, object]>([
		['the most used fields by default', {}, { pageId: 'p', title: 'Home', layoutId: 'l' }],
		['all fields', { output: 'raw', simplify: true }, page],
		[
			'the selected fields of a text',
			{ output: 'selectedFields', fields: 'title, layout.layoutId' },
			{ title: 'Home', layoutId: 'l' },
		],
		[
			'the selected fields by their names in the item',
			{ output: 'selectedFields', fields: ['layoutId', 'extra'] },
			{ layoutId: 'l', extra: 1 },
		],
		['no other field than those selected', { output: 'selectedFields', fields: ['name'] }, {}],
	])('as a tool returns %s', (_title, parameters, expected) => {
		expect(output(parameters)).toEqual(expected);
	});

	test('reads Simplify from an expression, and refuses an unknown choice', () => {
		expect(output({ simplify: 'no' }, false)).toBe(page);
		expect(output({ simplify: 'TRUE' }, false)).not.toHaveProperty('layout');
		expect(() => output({ simplify: 'partly' }, false)).toThrow('Simplify "partly"');
		expect(() => output({ output: 'short' })).toThrow('Output "short"');
	});
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

test('a simplified property key has all fields of a current state', () => {
	const { fields, changeSets, identifierNames } = propertyKey;
	const needed = [...identifierNames, ...[...fields, ...changeSets].map(({ name }) => name)];
	expect([...propertyKeyOutput.simplified].sort()).toEqual(needed.sort());
});

test.each<[boolean, INodeParameters, string[]]>([
	[false, {}, ['simplify']],
	[true, {}, ['output']],
	[true, { output: 'selectedFields' }, ['output', 'fields']],
])('as a tool: %j, the form with %j shows %j', (isTool, parameters, names) => {
	const type = { name: isTool ? 'webPageTool' : 'webPage' } as INodeTypeDescription;
	const form = { resource: 'page', operation: 'get', ...parameters };
	const shown = new IntegrationServiceWebPage().description.properties.filter(
		(field) =>
			/^(simplify|output|fields)$/.test(field.name) &&
			NodeHelpers.displayParameter(form, field, { typeVersion: 1 }, type),
	);
	expect(shown.map(({ name }) => name)).toEqual(names);
});
