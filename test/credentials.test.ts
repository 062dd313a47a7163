/** Addresses and scopes of the credentials (spec 5). */
import type { INodeProperties, INodeTypes } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { IntegrationServiceOAuth2Api } from '../credentials/IntegrationServiceOAuth2Api.credentials';
import { IntegrationServiceUserOAuth2Api } from '../credentials/IntegrationServiceUserOAuth2Api.credentials';
import { IntegrationServiceAgent } from '../nodes/Agent/IntegrationServiceAgent.node';
import { defaultScopePrefix, tokenPath } from '../src/api/authorizationServer';
import { operations } from '../src/api/operations';
import { words } from '../src/values/words';
import { IntegrationServiceUser } from '../nodes/User/IntegrationServiceUser.node';
import { aNode } from './aNode';

const fieldsOf = ({ properties }: { properties: INodeProperties[] }) =>
	Object.fromEntries(properties.map(({ name, default: value }) => [name, value]));

/** What n8n makes of an expression in a credential. */
function resolved(expression: unknown, credential: Record<string, string>) {
	const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [aNode], connections: {}, active: false, nodeTypes });
	return workflow.expression.getParameterValue(
		String(expression),
		null,
		0,
		0,
		aNode.name,
		[],
		'internal',
		{},
		undefined,
		false,
		credential,
	);
}

test.each([
	'https://login.example.org',
	' https://login.example.org/ ',
	'https://login.example.org//',
	`https://login.example.org${tokenPath}`,
	`https://login.example.org${tokenPath}/ `,
])('finds the token endpoint of a server pasted as "%s"', (authServerUrl) => {
	const { accessTokenUrl } = fieldsOf(new IntegrationServiceOAuth2Api());
	expect(resolved(accessTokenUrl, { authServerUrl })).toBe(`https://login.example.org${tokenPath}`);
});

test.each([defaultScopePrefix, ' erp: ', ''])(
	'sends the tenant, and a scope with the prefix %j if Scope is empty',
	(scopePrefix) => {
		const { additionalBodyProperties, scope } = fieldsOf(new IntegrationServiceOAuth2Api());
		const filled = { tenantId: ' 12"34 ', scopePrefix };
		expect(scope).toBe('');
		expect(JSON.parse(String(resolved(additionalBodyProperties, filled)))).toEqual({
			tenant_id: '12"34',
			scope: `${scopePrefix.trim()}${operations['connectedTenant.getAll'].scope}`,
		});
	},
);

test('requests the scopes of all operations with a user credential by default', () => {
	const resources = [new IntegrationServiceUser(), new IntegrationServiceAgent()].flatMap(
		({ description }) =>
			description.properties
				.filter(({ name }) => name === 'resource')
				.flatMap(({ options = [] }) => options.map((option) => Object(option).value as string)),
	);
	const needed = Object.entries(operations)
		.filter(([id]) => resources.includes(id.slice(0, id.indexOf('.'))))
		.map(([, { scope }]) => `${defaultScopePrefix}${scope}`);
	const { scope } = fieldsOf(new IntegrationServiceUserOAuth2Api());
	expect(String(scope).split(' ').sort()).toEqual(
		[...new Set([...needed, 'offline_access'])].sort(),
	);
});

test.each([
	[new IntegrationServiceOAuth2Api(), ['baseUrl', 'authServerUrl', 'tenantId']],
	[new IntegrationServiceUserOAuth2Api(), ['baseUrl', 'authUrl', 'accessTokenUrl']],
])('$displayName requires its fields before it is saved: %j', ({ properties }, required) => {
	const found = properties.filter((field) => field.required);
	expect(found.map(({ name }) => name)).toEqual(required);
});

test.each([
	[new IntegrationServiceOAuth2Api(), 'clientCredentials', true],
	[new IntegrationServiceUserOAuth2Api(), 'pkce', undefined],
])('$displayName lets n8n request tokens with its fields in the body', (...row) => {
	const [type, grantType, sendAdditionalBodyProperties] = row;
	expect(type.extends).toEqual(['oAuth2Api']);
	const { authentication, ...fields } = fieldsOf(type);
	expect(authentication).toBe('body');
	expect(fields.grantType).toBe(grantType);
	expect(fields.sendAdditionalBodyProperties).toBe(sendAdditionalBodyProperties);
});

test('hides the fields that n8n fills in by itself', () => {
	const { authUrl, authQueryParameters } = fieldsOf(new IntegrationServiceOAuth2Api());
	expect([authUrl, authQueryParameters]).toEqual(['', '']);
});

test.each([
	[
		new IntegrationServiceOAuth2Api(),
		words('baseUrl authServerUrl tenantId clientId clientSecret scopePrefix fieldNames'),
	],
	[new IntegrationServiceUserOAuth2Api(), ['baseUrl', 'fieldNames']],
])('looks for expressions in the fields of $displayName', (type, names) => {
	const { hasExpressions } = fieldsOf(type);
	const read = [...String(hasExpressions).matchAll(/"&(\w+)"/g)].map(([, name]) => name);
	expect(read).toEqual(names);
});

describe('the connection test', () => {
	const { request, rules = [] } = new IntegrationServiceOAuth2Api().test;

	test.each(['https://service.example.org', ' https://service.example.org// '])(
		'reads the tenants at the address pasted as "%s"',
		(baseUrl) => {
			const url = String(request.url).replaceAll('$credentials', '$self');
			expect(resolved(url, { baseUrl })).toBe(
				`https://service.example.org${operations['connectedTenant.getAll'].path}`,
			);
			expect(request.method).toBe('GET');
		},
	);

	test('follows no redirect, and accepts other statuses as a working token', () => {
		expect(request.disableFollowRedirect).toBe(true);
		expect(Object(request.ignoreHttpStatusErrors)).toEqual({
			ignore: true,
			except: [301, 302, 303, 307, 308, 401, 400, 404, 405, 410, 429, 500, 502, 503, 504],
		});
		// n8n would look for a field in the first tenant, and there may be none.
		expect(request.encoding).toBe('text');
	});

	const ofBody = rules.filter(({ type }) => type === 'responseSuccessBody');
	const refuses = (body: string) =>
		ofBody.find(({ properties }) => {
			const { key, value } = Object(properties) as { key: string; value: string };
			return body[Number(key)] === value;
		});

	test.each(['<!doctype html>', '<html>'])("names 'Base URL' for the response %j", (body) => {
		expect(refuses(body)?.properties.message).toContain("'Base URL' returns a web page");
	});

	test.each(['[{"tenantId":1}]', '[]', '{"items":[]}', ''])('accepts the response %j', (body) => {
		expect(refuses(body)).toBeUndefined();
	});

	test.each([
		[[301, 302, 303, 307, 308], "'Base URL' redirects to another URL"],
		[[401], 'rejected the access token'],
		[[400, 404, 405], "'Base URL' has no integration service"],
		[[429], 'too many requests'],
		[[500, 503], 'unavailable'],
	])('explains the statuses %j', (statuses, words) => {
		for (const status of statuses) {
			const rule = rules.find(({ properties }) => Object(properties).value === status);
			expect(rule?.type).toBe('responseCode');
			expect(rule?.properties.message).toContain(words);
		}
	});
});
