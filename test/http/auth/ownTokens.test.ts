/**
 * Why the nodes ask for tokens themselves: what n8n's own way to send a request with a credential
 * does with the same service, as docs/review.md describes.
 */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { defaultScopePrefix, tokenPath } from '../../../src/api/authorizationServer';
import { operations } from '../../../src/api/operations';
import { packageUnderTest, sandboxOfEachTest } from '../../nodes/nodeUnderTest';

const type = 'integrationServiceUser';
const credentialType = 'integrationServiceOAuth2Api';

const setup = packageUnderTest(sandboxOfEachTest());
afterEach(() => jest.restoreAllMocks());

/** The credential as n8n passes it, with its computed fields. */
function decrypted(): Record<string, object> {
	const { credential } = setup.sandbox;
	return {
		[credentialType]: {
			...credential,
			grantType: 'clientCredentials',
			authentication: 'body',
			accessTokenUrl: `${credential.authServerUrl}${tokenPath}`,
			scope: `${defaultScopePrefix}${operations['user.getAll'].scope}`,
			sendAdditionalBodyProperties: true,
			additionalBodyProperties: JSON.stringify({ tenant_id: credential.tenantId }),
		},
	};
}

/** Lets the node send its requests by n8n's own helper, as a declarative node does. */
function sendByHelper(paths: readonly string[]): void {
	jest.spyOn(setup.engine.nodeType(type), 'execute' as never).mockImplementation(async function (
		this: IExecuteFunctions,
	) {
		const items = [];
		for (const path of paths) {
			const request = {
				method: 'GET' as const,
				url: `${setup.sandbox.baseUrl}${path}`,
				json: true,
			};
			const send = this.helpers.httpRequestWithAuthentication;
			items.push((await send.call(this, credentialType, request)) as IDataObject);
		}
		return [items.map((json) => ({ json: { json } }))];
	} as never);
}

const users = { resource: 'user', operation: 'getAll', limit: 1 };

async function execute(credentials: Record<string, object>, parameters: object = users) {
	return await setup.engine.runNode({ type, parameters: { ...parameters }, credentials } as never);
}

test("n8n's helper reads the credential for each request, the nodes once", async () => {
	const path = operations['user.getAll'].path;
	const own = await execute(decrypted(), { ...users, returnAll: true });
	expect(setup.sandbox.requests.length).toBeGreaterThan(2);
	expect(own.credentialReads).toBe(1);
	sendByHelper([path, path, path]);
	expect((await execute(decrypted())).credentialReads).toBeGreaterThanOrEqual(3);
});

test("n8n's helper has one token, which other scopes reject", async () => {
	sendByHelper([operations['user.getAll'].path, operations['userGroup.getAll'].path]);
	const run = await execute(decrypted());
	expect(run.error).toMatchObject({ httpCode: '403' });
	expect(new Set(setup.sandbox.tokenRequests.map(({ scope }) => scope)).size).toBe(1);
});
