/** What a form asks its node for is there. */
import type { INodeProperties } from 'n8n-workflow';
import { packageUnderTest } from './nodeUnderTest';
import { innerFieldsOf } from './savedNames';

const setup = packageUnderTest();

/** Every field of a form, however deep. */
const fieldsOf = (properties: readonly INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => {
		const inner = innerFieldsOf(property).map(([, field]) => field);
		return [property, ...fieldsOf(inner)];
	});

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

test('every field has a description, placeholder, or hint', () => {
	const silent = setup.engine
		.nodeTypeNames()
		.flatMap((name) => fieldsOf(setup.engine.nodeType(name).description.properties))
		.filter(({ type }) => ['string', 'number', 'json', 'boolean'].includes(type))
		.filter(({ description, placeholder, hint }) => !description && !placeholder && !hint);
	expect(silent.map(({ displayName }) => displayName)).toEqual([]);
});

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
