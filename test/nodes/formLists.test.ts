/** What a form asks its node for is there. */
import {
	type INode,
	type INodeCredentialDescription,
	type INodeProperties,
	type INodePropertyCollection,
	NodeHelpers,
} from 'n8n-workflow';
import { packageUnderTest } from './nodeUnderTest';
import { credentialsFor } from './runCase';

const groupCount = 130;
const setup = packageUnderTest({ seed: { groups: groupCount } });

/** Every field of a form, however deep. */
function fieldsOf(properties: readonly INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		const inner = (property.options ?? []).flatMap((option) => {
			if ('values' in option) return (option as INodePropertyCollection).values;
			return 'type' in option ? [option as INodeProperties] : [];
		});
		return [property, ...fieldsOf(inner)];
	});
}

test('every node has the methods that its form loads lists with', () => {
	let count = 0;
	const missing = setup.engine.nodeTypeNames().flatMap((name) => {
		const { description, methods } = setup.engine.nodeType(name);
		return fieldsOf(description.properties).flatMap(({ name: field, modes = [], typeOptions }) => {
			const searches = modes.flatMap(({ typeOptions: list }) => list?.searchListMethod ?? []);
			const loads = typeOptions?.loadOptionsMethod ?? [];
			count += searches.length + [loads].flat().length;
			return [
				...searches.filter((method) => !methods?.listSearch?.[method]),
				...[loads].flat().filter((method) => !methods?.loadOptions?.[method]),
			].map((method) => `${name} ${field}: ${method}`);
		});
	});
	expect(missing).toEqual([]);
	expect(count).toBeGreaterThan(20);
});

test('every list of entries names the field for a mapped list', () => {
	const lists = setup.engine
		.nodeTypeNames()
		// The Request node takes names and values, and n8n itself adds poll times.
		.filter((name) => !/Request$|Trigger$/.test(name))
		.flatMap((name) => fieldsOf(setup.engine.nodeType(name).description.properties))
		.filter(({ type, typeOptions }) => type === 'fixedCollection' && typeOptions?.multipleValues);
	expect(lists.length).toBeGreaterThan(10);
	const silent = lists.filter(
		({ description }) =>
			!/To map a list, use '(?:.+ \(JSON\)|Desired State)'\.$/.test(description ?? ''),
	);
	expect(silent.map(({ displayName }) => displayName)).toEqual([]);
});

test.each(['sendInvitation', 'create'])(
	'the form of %s offers the right credentials',
	(operation) => {
		const type = 'integrationServiceUser';
		const { description } = setup.engine.nodeType(type);
		const node = {
			type,
			typeVersion: 1,
			parameters: { resource: 'user', operation },
		} as unknown as INode;
		const filled = NodeHelpers.getNodeParameters(
			...([description.properties, node.parameters, true, false, node, description] as const),
		);
		const shown = <Field extends INodeProperties | INodeCredentialDescription>(fields: Field[]) =>
			fields.filter((field) =>
				NodeHelpers.displayParameter(filled ?? {}, field, node, description),
			);
		const [choice] = shown(description.properties);
		expect({
			choices: choice?.options?.map((option) => Object(option).value as string),
			credentials: shown(description.credentials ?? []).map(({ name }) => name),
		}).toEqual(
			operation === 'sendInvitation'
				? { choices: ['user'], credentials: ['integrationServiceUserOAuth2Api'] }
				: {
						choices: ['clientCredentials', 'user'],
						credentials: ['integrationServiceOAuth2Api'],
					},
		);
	},
);

test('a credential is required exactly when it is chosen', () => {
	for (const name of setup.engine.nodeTypeNames()) {
		const { credentials = [], properties } = setup.engine.nodeType(name).description;
		const asked = credentials.map(({ name: type, displayOptions }) => [
			type,
			Object.values(displayOptions?.show ?? {})[0],
		]);
		const isChosen = properties.some(({ name: field }) => field === 'authentication');
		expect([name, asked]).toEqual([
			name,
			isChosen
				? [
						['integrationServiceOAuth2Api', ['clientCredentials']],
						['integrationServiceUserOAuth2Api', ['user']],
					]
				: [['integrationServiceOAuth2Api', undefined]],
		]);
	}
});

test.each(['clientCredentials', 'user'])(
	'a drop-down has more groups than one page with the credential of %s',
	async (authentication) => {
		const groups = await setup.engine.loadOptions(
			{
				type: 'integrationServiceUser',
				parameters: { resource: 'user', operation: 'create', authentication },
				credentials: credentialsFor(setup.sandbox),
			},
			'getUserGroups',
		);
		expect(groups).toHaveLength(groupCount);
	},
);
