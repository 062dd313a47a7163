/** What workflows store of the package: once published, none of it may go or change. */
import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { readBuiltTypes } from './builtTypes';

/**
 * What is stored, in sorted lines, by the node type with its version or the credential type that
 * it belongs to. A default is part of it: n8n stores no parameter that is at its default.
 */
export type SavedNames = Readonly<Record<string, readonly string[]>>;

/** What these store is one of their options. */
const kindsWithValues = ['options', 'multiOptions'];

/** The kinds that show something and store nothing. */
const kindsWithoutValue = ['notice', 'callout', 'button', 'credentials'];

/** What workflows store of the built package. */
export function savedNamesOfPackage(): SavedNames {
	const { credentialTypes, nodeTypes } = readBuiltTypes();
	const names = [
		...credentialTypes.map((type) => [type.name, linesOfCredential(type)] as const),
		...nodeTypes.map((type) => {
			const { name, version } = type.description;
			return [`${name} ${String(version)}`, linesOfNode(type)] as const;
		}),
	];
	return Object.fromEntries(names.map(([name, lines]) => [name, [...new Set(lines)].sort()]));
}

/** What n8n stores of a credential. */
function linesOfCredential({ extends: parents = [], properties }: ICredentialType): string[] {
	return [
		...parents.map((parent) => `extends: ${parent}`),
		...properties.flatMap((property) => linesOf(property, '')),
	];
}

/** A connection is stored with its number, so another may follow but none be moved. */
function linesOfNode({ description, methods = {} }: INodeType): string[] {
	const { credentials = [], inputs, outputs, properties } = description;
	return [
		...[inputs].flat().map((input, position) => `input ${position}: ${JSON.stringify(input)}`),
		...[outputs].flat().map((output, position) => `output ${position}: ${JSON.stringify(output)}`),
		...credentials.map(({ name }) => `credential: ${name}`),
		...Object.entries(methods).flatMap(([kind, named]) =>
			Object.keys(named).map((name) => `${kind}: ${name}`),
		),
		...properties.flatMap((property) =>
			operationsWith(property).flatMap((operation) => linesOf(property, operation)),
		),
	];
}

/** The beginnings of a field's lines: the operations that it is in, or nothing if all have it. */
function operationsWith({ displayOptions: { show = {} } = {} }: INodeProperties): string[] {
	const { resource: resources = [''], operation: operations } = show;
	return resources.flatMap((resource) =>
		operations
			? operations.map((operation) => `${String(resource)}.${String(operation)} `)
			: `${String(resource)} `.trimStart(),
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
export function innerFieldsOf(
	field: INodeProperties,
): Array<[group: string, inner: INodeProperties]> {
	if (field.type === 'collection') {
		return ((field.options ?? []) as INodeProperties[]).map((inner) => ['', inner]);
	}
	if (field.type !== 'fixedCollection') return [];
	return ((field.options ?? []) as INodePropertyCollection[]).flatMap(({ name, values }) =>
		values.map((inner): [string, INodeProperties] => [`${name}.`, inner]),
	);
}
