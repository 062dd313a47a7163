import { anchor, code, lowerFirst, prose, table } from './markdown.mjs';
import { built, builtNodes } from './builtNodes.mjs';
import { headingOf, pageOf, scopeNames } from './nodePages.mjs';

/** The operations of the built nodes, with their number, as the README shows them. */
export function operationsText() {
	const nodes = builtNodes().map((node) => ({ ...node, page: `docs/nodes/${pageOf(node.name)}` }));
	const resources = nodes.flatMap((node) =>
		node.resources.map((resource) => ({ node, page: node.page, resource })),
	);
	const operations = resources.flatMap(({ resource }) => resource.operations);
	const count = operations.filter(({ requests }) => requests.length === 1).length;
	return [
		`All ${count} operations of the service, and *Create or Update* for users and user groups; [the list](docs/nodes/README.md) has their requests and scopes, the page of a node the fields of each.`,
		table(
			['Node', 'Resource', 'Operations'],
			resources.map(({ node, page, resource }) => [
				`[${node.name}](${page})`,
				resource.name,
				resource.operations
					.map((each) => `[${each.name}](${page}#${anchor(headingOf(resource, each))})`)
					.join(', '),
			]),
		),
		'Besides:',
		nodes
			.filter((node) => node.resources.length === 0)
			.map(
				({ name, page, description }) =>
					`- [${name}](${page}): ${prose(lowerFirst(description.description), '')}`,
			)
			.join('\n'),
	].join('\n\n');
}

/** What becomes of each error code, as docs/errors.md shows it. */
export function errorsText() {
	/** @type {typeof import('../../src/api/errorCodes.js')} */
	const { errorCodes } = built('src/api/errorCodes.js');
	/** @type {typeof import('../../src/http/auth/tokenErrorCodes.js')} */
	const { tokenErrorCodes } = built('src/http/auth/tokenErrorCodes.js');
	const operations = builtNodes().flatMap(({ name, resources }) =>
		resources.flatMap((resource) =>
			resource.operations.map((operation) => ({
				codes: operation.row.errorCodes,
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
				for (const scope of scopeNames(operation)) {
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
