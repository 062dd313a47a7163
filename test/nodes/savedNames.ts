/** What workflows store of the package: once published, none of it may go or change. */
import type {
	ICredentialType,
	IDisplayOptions,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
	IVersionedNodeType,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { readBuiltTypes } from './builtTypes';

/**
 * What is stored, in sorted lines, by the node type with its version or the credential type that
 * it belongs to. A default is part of it: n8n stores no parameter that is at its default.
 */
export type SavedNames = Readonly<Record<string, readonly string[]>>;

export interface SavedNamesChange {
	/** What workflows can have stored and no longer exists. */
	readonly missing: readonly string[];
	readonly added: readonly string[];
}

/** What these store is one of their options. */
const kindsWithValues = ['options', 'multiOptions'];

/** The kinds that show something and store nothing. */
const kindsWithoutValue = ['notice', 'callout', 'button', 'credentials'];

/** The parameters that part a form into operations. */
const partingNames = ['resource', 'operation', '@version'];

/** What workflows store of the built package. */
export function savedNamesOfPackage(): SavedNames {
	const { credentialTypes, nodeTypes } = readBuiltTypes();
	const names = [
		...credentialTypes.map(savedNamesOfCredential),
		...nodeTypes.map(savedNamesOfNode),
	];
	return Object.assign({}, ...names) as SavedNames;
}

/**
 * What workflows store of a node type.
 *
 * @param nodeType the node type, with all of its versions
 */
function savedNamesOfNode(nodeType: INodeType | IVersionedNodeType): SavedNames {
	const types = 'nodeVersions' in nodeType ? Object.values(nodeType.nodeVersions) : [nodeType];
	return Object.fromEntries(
		types.flatMap(({ description, methods = {} }) =>
			[description.version]
				.flat()
				.map((version) => [
					`${description.name} ${version}`,
					sorted([
						...linesOfConnections('input', description.inputs),
						...linesOfConnections('output', description.outputs),
						...(description.credentials ?? []).map(({ name }) => `credential: ${name}`),
						...Object.entries(methods).flatMap(([kind, named]) =>
							Object.keys(named).map((name) => `${kind}: ${name}`),
						),
						...linesOfForm(description, version),
					]),
				]),
		),
	);
}

/**
 * What n8n stores of a credential.
 *
 * @param credentialType the credential type
 */
function savedNamesOfCredential(credentialType: ICredentialType): SavedNames {
	const { name, extends: parents = [], properties } = credentialType;
	return {
		[name]: sorted([
			...parents.map((parent) => `extends: ${parent}`),
			...properties.flatMap((property) => linesOf(property, '')),
		]),
	};
}

/**
 * Compares what workflows can have stored with the package.
 *
 * @param before what was taken down
 * @param now what the built package has
 */
export function compareSavedNames(before: SavedNames, now: SavedNames): SavedNamesChange {
	const [old, current] = [flat(before), flat(now)];
	return {
		missing: old.filter((line) => !current.includes(line)),
		added: current.filter((line) => !old.includes(line)),
	};
}

function flat(names: SavedNames): string[] {
	return Object.entries(names).flatMap(([type, lines]) => lines.map((line) => `${type}: ${line}`));
}

function sorted(lines: readonly string[]): string[] {
	return [...new Set(lines)].sort();
}

/** A connection is stored with its number, so another may follow but none be moved. */
function linesOfConnections(
	side: 'input' | 'output',
	connections: INodeTypeDescription['inputs' | 'outputs'],
): string[] {
	return [connections]
		.flat()
		.map((connection, position) => `${side} ${position}: ${JSON.stringify(connection)}`);
}

/** The parameters of every operation, or of the whole form if there are none. */
function linesOfForm(description: INodeTypeDescription, version: number): string[] {
	const shownFor = (properties: readonly INodeProperties[], chosen: INodeParameters) =>
		properties.filter((property) => isShown(property, chosen, description, version));
	const { properties } = description;
	const resources = properties.filter(({ name }) => name === 'resource');
	if (resources.length === 0) return properties.flatMap((property) => linesOf(property, ''));
	return resources.flatMap((field) => [
		...linesOf(field, ''),
		...valuesOf(field).flatMap((resource) => {
			const offered = shownFor(properties, { resource }).filter(({ name }) => name === 'operation');
			return offered.flatMap((selector) => [
				...linesOf(selector, `${resource} `),
				...valuesOf(selector).flatMap((operation) =>
					shownFor(properties, { resource, operation })
						.filter(({ name }) => name !== 'resource' && name !== 'operation')
						.flatMap((property) => linesOf(property, `${resource}.${operation} `)),
				),
			]);
		}),
	]);
}

/** Whether an operation has a parameter, whatever the other parameters are. */
function isShown(
	property: INodeProperties,
	chosen: INodeParameters,
	description: INodeTypeDescription,
	version: number,
): boolean {
	const { show, hide } = property.displayOptions ?? {};
	const displayOptions: IDisplayOptions = { show: parting(show), hide: parting(hide) };
	return NodeHelpers.displayParameter(
		chosen,
		{ ...property, displayOptions },
		{ typeVersion: version },
		description,
	);
}

function parting(conditions: IDisplayOptions['show'] = {}): IDisplayOptions['show'] {
	return Object.fromEntries(
		Object.entries(conditions).filter(([name]) => partingNames.includes(name)),
	);
}

/**
 * A field's lines, and those of the fields that lie in it.
 *
 * @param field the field
 * @param place its operation and the collections around it
 */
function linesOf(field: INodeProperties, place: string): string[] {
	if (kindsWithoutValue.includes(field.type)) return [];
	const several = field.typeOptions?.multipleValues ? '[]' : '';
	// What is hidden has the default of today, whatever was stored.
	const fallback = field.type === 'hidden' ? '' : `, default ${JSON.stringify(field.default)}`;
	const name = `${place}${field.name}`;
	return [
		`${name}: ${field.type}${several}${fallback}`,
		...valuesOf(field).map((value) => `${name} = ${JSON.stringify(value)}`),
		...(field.modes ?? []).map((mode) => `${name} by ${mode.name}`),
		...innerFieldsOf(field).flatMap(([group, inner]) => linesOf(inner, `${name}.${group}`)),
	];
}

function valuesOf(field: INodeProperties): Array<string | number | boolean> {
	if (!kindsWithValues.includes(field.type)) return [];
	return ((field.options ?? []) as INodePropertyOptions[]).map(({ value }) => value);
}

/** The fields of a collection, each with the name of the group that it lies in. */
function innerFieldsOf(field: INodeProperties): Array<[group: string, inner: INodeProperties]> {
	if (field.type === 'collection') {
		return ((field.options ?? []) as INodeProperties[]).map((inner) => ['', inner]);
	}
	if (field.type !== 'fixedCollection') return [];
	return ((field.options ?? []) as INodePropertyCollection[]).flatMap(({ name, values }) =>
		values.map((inner): [string, INodeProperties] => [`${name}.`, inner]),
	);
}
