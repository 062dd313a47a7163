import { anchor, code, prose, table } from './markdown.mjs';
import { built, builtNodes } from './builtNodes.mjs';
import { headingOf, pageOf } from './nodePages.mjs';

/** The nodes with their operations, one row for each node, as the README shows them. */
export function operationsText() {
	const nodes = builtNodes().map((node) => ({
		...node,
		link: `[${node.name}](docs/nodes/${pageOf(node.name)})`,
	}));
	const operations = nodes.flatMap(({ resources }) => resources.flatMap((each) => each.operations));
	const count = operations.filter(({ requests }) => requests.length === 1).length;
	return [
		`All ${count} operations of the service, and *Create or Update* for users and user groups. [The list](docs/nodes/README.md) shows their requests and scopes.`,
		table(
			['Node', 'Operations'],
			nodes.map(({ link, resources, text }) => [
				link,
				resources.length === 0 ? prose(text, '') : resources.map(operationsOf).join('<br>'),
			]),
		),
	].join('\n\n');
}

/** @param {import('./builtNodes.mjs').BuiltResource} resource */
function operationsOf({ name, operations }) {
	return `${name}: ${operations.map((operation) => operation.name).join(', ')}`;
}

/** What becomes of each error code, as docs/errors.md shows it. */
export function errorsText() {
	/** @type {typeof import('../../src/api/errorCodes.js')} */
	const { errorCodes } = built('src/api/errorCodes.js');
	/** @type {typeof import('../../src/api/authorizationServer.js')} */
	const { tokenErrorCodes } = built('src/api/authorizationServer.js');
	const operations = builtNodes().flatMap(({ name, resources }) =>
		resources.flatMap((resource) =>
			resource.operations.map((operation) => ({
				codes: operation.errorCodes,
				link: `[${operation.id}](nodes/${pageOf(name)}#${anchor(headingOf(resource, operation))})`,
			})),
		),
	);
	/** @type {(codes: Readonly<Record<string, { message: string, description: string }>>, origin: (name: string) => string) => string} */
	const texts = (codes, origin) =>
		table(
			['Code', 'What happened', 'What to do', 'Raised by'],
			Object.entries(codes).map(([name, { message, description }]) => [
				code(name),
				prose(message, '../'),
				prose(description, '../'),
				origin(name),
			]),
		);
	return [
		texts(errorCodes, (name) =>
			operations
				.filter(({ codes }) => codes.some((each) => each === name))
				.map(({ link }) => link)
				.join(', '),
		),
		'## Codes of the authorization server (RFC 6749)',
		texts(tokenErrorCodes, () => 'token request'),
	].join('\n\n');
}

/** Which operations each scope is for, as docs/tokens.md shows it. */
export function scopesText() {
	/** @type {Map<string, string[]>} */
	const links = new Map();
	for (const { name, resources } of builtNodes()) {
		for (const resource of resources) {
			for (const operation of resource.operations) {
				const place = `nodes/${pageOf(name)}#${anchor(headingOf(resource, operation))}`;
				const link = `[${resource.name} > ${operation.name}](${place})`;
				for (const scope of operation.scopes) {
					links.set(scope, [...(links.get(scope) ?? []), link]);
				}
			}
		}
	}
	return table(
		['Scope', 'Operations'],
		[...links]
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([scope, of]) => [code(scope), of.join(', ')]),
	);
}

/** The keys of Field Names with what they are used for, as docs/assumptions.md shows them. */
export function namesText() {
	/** @type {typeof import('../../src/api/assumedNames.js')} */
	const { assumedNames, optionKeys } = built('src/api/assumedNames.js');
	const rows = [
		...Object.entries(assumedNames).map(([key, { names, where }]) => [
			key,
			names.join(', '),
			where,
		]),
		...Object.entries(optionKeys).map(([key, where]) => [key, '', where]),
	];
	return table(
		['Key', 'Names that the nodes try', 'Used in'],
		rows.map(([key = '', names = '', where = '']) => [code(key), names, prose(where, '')]),
	);
}
