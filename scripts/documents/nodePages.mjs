import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordNameOf, records } from '../../specification/specification.js';
import { built, builtNodes } from './builtNodes.mjs';
import { Examples } from './examples.mjs';
import { formLines, formRow, formTable, notices, root } from './form.mjs';
import { anchor, code, lowerFirst, prose, sentence, sentenceList, table } from './markdown.mjs';
import { anchorOf, isDescribed } from './recordTables.mjs';

/**
 * @import { ICredentialType, INodeProperties } from 'n8n-workflow'
 * @import { SpecifiedOperation } from '../../specification/specification.js'
 * @import { OperationId } from '../../src/api/operations.js'
 * @import { BuiltNode, BuiltOperation, BuiltResource } from './builtNodes.mjs'
 * @import { FormLine } from './form.mjs'
 */

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Where the pages are. */
export const nodePagesFolder = path.join('docs', 'nodes');

const sharedFieldsFile = 'shared-fields.md';

/** A field that so many nodes have in the same words is explained once for all of them. */
const manyNodes = 3;

const repeatedTitle = 'Fields of several operations';

const notice = '<!-- Written by `npx gulp writeDocuments` from the built nodes. -->';

/** What a node reads of the service of which it shows no operation, by the name of the node. */
const readOperations = new Map([
	['Agent Trigger', ['assignment.getAll', 'run.getAll', 'run.getLogs']],
	['Trigger', ['journal.getAll', 'user.get', 'user.getAll', 'userGroup.get', 'userGroup.getAll']],
]);

/** Further pages about a node. */
const furtherReading = new Map([
	['Agent Trigger', '[How the triggers work](../trigger.md)'],
	['Trigger', '[How the triggers work](../trigger.md)'],
	['Request', `[Any other operation](${root}docs/from-http-request.md#any-other-operation)`],
]);

/**
 * The page of a node.
 *
 * @param {string} name as {@link BuiltNode} has it
 */
export function pageOf(name) {
	return `${anchor(name)}.md`;
}

/**
 * Where an operation is explained on the page of its node.
 *
 * @param {BuiltResource} resource
 * @param {BuiltOperation} operation
 */
export function headingOf(resource, operation) {
	return `${resource.name}: ${operation.name}`;
}

/**
 * A page for each node, and one for the fields that many of them have.
 *
 * @returns {Map<string, string>} by file
 */
export function nodePages() {
	const nodes = builtNodes();
	const items = execFileSync(process.execPath, [
		fileURLToPath(new URL('exampleItems.mjs', import.meta.url)),
	]);
	const writer = new PageWriter(nodes, JSON.parse(items.toString()));
	const pages = [
		...nodes.map((node) => /** @type {const} */ ([pageOf(node.name), writer.page(node)])),
		/** @type {const} */ ([sharedFieldsFile, writer.sharedFieldsPage()]),
		/** @type {const} */ (['README.md', indexPage(nodes)]),
	];
	return new Map(
		pages.map(([file, parts]) => [
			path.join(nodePagesFolder, file),
			`${[notice, ...parts].filter((part) => part !== '').join('\n\n')}\n`,
		]),
	);
}

/**
 * All operations with their requests.
 *
 * @param {BuiltNode[]} nodes
 */
function indexPage(nodes) {
	return [
		'# The nodes and their operations',
		`All operations with their requests and scopes. Some fields are the same in many nodes: [shared fields](${sharedFieldsFile}).`,
		...nodes.flatMap(({ name, text, resources }) => [
			`## [${name}](${pageOf(name)})`,
			sentence(prose(text, root)),
			resources.length === 0
				? ''
				: table(
						['Operation', 'Request', 'Scope'],
						resources.flatMap((resource) =>
							resource.operations.map((operation) => [
								`[${headingOf(resource, operation)}](${pageOf(name)}#${anchor(headingOf(resource, operation))})`,
								operation.requests.length > 1 ? 'several' : requestText(operation),
								operation.scopes.map(code).join(', '),
							]),
						),
					),
		]),
	];
}

class PageWriter {
	examples = new Examples();

	/** @type {Map<string, { line: FormLine, nodes: Set<string> }>} the fields that many nodes have */
	shared = new Map();

	/** @type {Map<string, FormLine>} the other fields that several operations of the page have */
	repeated = new Map();

	/**
	 * @param {BuiltNode[]} nodes
	 * @param {Readonly<Record<string, unknown>>} items an example of each operation, by its ID
	 */
	constructor(nodes, items) {
		this.items = items;
		this.nodes = nodes;
		for (const { name, fields, resources } of nodes) {
			const forms = resources.flatMap(({ operations }) => operations.map((each) => each.fields));
			for (const line of [fields, ...forms].flatMap((form) => formLines(form, fields))) {
				const key = keyOf(line);
				const known = this.shared.get(key) ?? { line, nodes: new Set() };
				known.nodes.add(name);
				this.shared.set(key, known);
			}
		}
		for (const [key, { nodes: owners }] of this.shared) {
			if (owners.size < manyNodes) this.shared.delete(key);
		}
	}

	/** @param {BuiltNode} node */
	page(node) {
		const { description, text, fields, resources } = node;
		const operations = resources.flatMap((resource) =>
			resource.operations.map((operation) => ({ resource, operation })),
		);
		this.repeated = this.repeatedFields(node);
		return [
			`# ${description.displayName}`,
			`${sentence(text)} ${description.builderHint?.searchHint ?? ''}`.trim(),
			this.facts(node),
			operations.length === 0
				? ''
				: table(
						['Operation', 'What it does', 'Scope'],
						operations.map(({ resource, operation }) => {
							const heading = headingOf(resource, operation);
							return [
								`[${heading}](#${anchor(heading)})`,
								prose(operation.description, root),
								operation.scopes.map(code).join(', '),
							];
						}),
					),
			...notices(fields, []),
			...(this.repeated.size > 0
				? [
						`## ${repeatedTitle}`,
						formTable(
							[...this.repeated.values()].map((line) => ({ ...line, condition: undefined })),
						),
					]
				: []),
			...(operations.length === 0 ? ['## Fields', ...this.form(fields, [])] : []),
			...(description.polling
				? ['## Items', `Each item has at least ${itemOf(schemaOf(node.folder, 'output'))}.`]
				: []),
			...resources.flatMap((resource) => [
				`## ${resource.name}`,
				sentence(resource.description),
				...resource.operations.flatMap((operation) => this.operation(node, resource, operation)),
			]),
		];
	}

	/** @param {BuiltNode} node */
	repeatedFields({ resources, fields }) {
		/** @type {Map<string, FormLine[]>} */
		const found = new Map();
		for (const operation of resources.flatMap(({ operations }) => operations)) {
			for (const line of formLines(operation.fields, fields)) {
				const key = keyOf(line);
				if (!this.shared.has(key)) found.set(key, [...(found.get(key) ?? []), line]);
			}
		}
		return new Map(
			[...found].flatMap(([key, [line, ...more]]) =>
				line && more.length > 0 ? [[key, line]] : [],
			),
		);
	}

	/** @param {BuiltNode} node */
	facts({ name, description }) {
		const { credentials = [], name: type, usableAsTool } = description;
		const examples = this.examples.linksTo(type);
		const further = furtherReading.get(name);
		const names = sentenceList(
			credentials.map((credential) => credentialName(credential.name)),
			'or',
		);
		return [
			`- Credential: ${names}${credentials.length > 1 ? `, by [*Authentication*](${sharedFieldsFile})` : ''} ([tokens and scopes](../tokens.md))`,
			`- In a saved workflow: ${code(`n8n-nodes-integration-service.${type}`)}`,
			...(usableAsTool ? ['- Can be a tool of an AI agent'] : []),
			...this.requestsOf(name),
			...(examples.length > 0 ? [`- Examples: ${examples.join(', ')}`] : []),
			`- See also: ${[
				...(further ? [further] : []),
				'[error codes](../errors.md)',
				'[speed, order, and retries](../speed.md)',
			].join(', ')}`,
		].join('\n');
	}

	/**
	 * What a node sends that shows no operation, with the scopes.
	 *
	 * @param {string} node
	 */
	requestsOf(node) {
		const { links, scopes } = this.linksTo(readOperations.get(node) ?? []);
		if (links.length === 0) return [];
		return [`- Reads ${sentenceList(links)}, with the scope ${sentenceList(scopes)}`];
	}

	/** @param {readonly string[]} ids names in the catalogue */
	linksTo(ids) {
		const found = this.nodes.flatMap(({ name, resources }) =>
			resources.flatMap((resource) =>
				resource.operations
					.filter(({ id }) => ids.includes(id))
					.map((operation) => ({ page: pageOf(name), resource, operation })),
			),
		);
		const links = found.map(({ page, resource, operation }) => {
			const heading = headingOf(resource, operation);
			return `[${heading}](${page}#${anchor(heading)})`;
		});
		return {
			links,
			scopes: [...new Set(found.flatMap(({ operation }) => operation.scopes.map(code)))],
		};
	}

	/**
	 * @param {BuiltNode} node
	 * @param {BuiltResource} resource
	 * @param {BuiltOperation} operation
	 */
	operation(node, resource, operation) {
		const { requests, scopes, errorCodes } = operation;
		const [{ interactiveUser, streams }] = requests;
		const scopesText = scopes.map(code).join(', ');
		const examples = this.examples.linksTo(node.description.name, operation.id);
		return [
			`### ${headingOf(resource, operation)}`,
			sentence(prose(operation.description, root)),
			[
				requests.length > 1
					? `- Requests: ${sentenceList(this.linksTo(requests.map(({ id }) => id)).links)}, with the scopes ${scopesText}`
					: `- Request: ${requestText(operation)} with the scope ${scopesText}${interactiveUser ? ', by a person who signed in' : ''}`,
				`- ${repetition(operation)}`,
				...(streams ? ['- The response is a stream of Server-Sent Events'] : []),
				`- Returns ${this.returned(node, operation)}`,
				`- Error codes: ${errorCodes.map(code).join(', ') || 'the specification lists none'}`,
				...(examples.length > 0 ? [`- In ${sentenceList(examples)}`] : []),
			].join('\n'),
			...notices(operation.fields, node.fields),
			...this.form(operation.fields, node.fields),
			`Example item:\n\n\`\`\`json\n${JSON.stringify(this.items[operation.id], null, 2)}\n\`\`\``,
		];
	}

	/**
	 * A form as a table, and the names of its fields that many nodes have.
	 *
	 * @param {INodeProperties[]} fields
	 * @param {INodeProperties[]} around
	 */
	form(fields, around) {
		const lines = formLines(fields, around);
		const isRepeated = (/** @type {FormLine} */ line) => this.repeated.has(keyOf(line));
		const isShared = (/** @type {FormLine} */ line) => this.shared.has(keyOf(line));
		const own = lines.filter((line) => !isRepeated(line) && !isShared(line));
		const repeated = mention(lines.filter(isRepeated), `[above](#${anchor(repeatedTitle)})`);
		const shared = mention(lines.filter(isShared), `[as in other nodes](${sharedFieldsFile})`);
		return [
			own.length > 0 ? formTable(own) : '',
			[repeated, shared].filter((text) => text !== '').join('. '),
		];
	}

	/**
	 * @param {BuiltNode} node
	 * @param {BuiltOperation} operation
	 */
	returned(node, { id, fields, requests }) {
		const [resource = '', name = ''] = id.split('.');
		const shown = itemOf(schemaOf(node.folder, resource, name));
		const record = recordOf(requests[0]);
		const more = fields.some((field) => field.name === 'simplify')
			? '; with *Simplify* off, all fields of the response'
			: '';
		return `${record ? `${record.text}${shown && (record.isDescribed ? ': ' : ', usually with ')}` : ''}${shown}${more}`;
	}

	sharedFieldsPage() {
		const fields = [...this.shared.values()].sort((a, b) =>
			a.line.labels.join().localeCompare(b.line.labels.join()),
		);
		return [
			'# Fields that many nodes have',
			`[The pages of the nodes](README.md) list the fields of each operation.`,
			table(
				['Field', 'Takes', 'Meaning', 'In'],
				fields.map(({ line, nodes: owners }) => [
					...formRow({ ...line, condition: undefined }),
					this.placesOf(owners),
				]),
			),
		];
	}

	/** @param {Set<string>} owners */
	placesOf(owners) {
		const links = (/** @type {string[]} */ names) =>
			sentenceList(names.map((name) => `[${name}](${pageOf(name)})`));
		const others = this.nodes.map(({ name }) => name).filter((name) => !owners.has(name));
		if (others.length === 0) return 'all nodes';
		return others.length === 1 ? `all but ${links(others)}` : links([...owners]);
	}
}

/**
 * The record of a response, with a link.
 *
 * @param {SpecifiedOperation} operation
 */
function recordOf({ returned: [schema], parameters }) {
	const name = schema && recordNameOf(schema);
	const record = records[name ?? ''];
	if (!name || !record) return undefined;
	const link = `[${name}](../records.md${anchorOf(name)})`;
	const isWrapper = parameters.some(({ name }) => name === 'searchAfterId');
	const wrapped = isWrapper ? `one item for each record in the ${link}` : `the ${link}`;
	const text = schema.items ? `one item for each ${link}` : wrapped;
	return isDescribed(record)
		? { text, isDescribed: true }
		: { text: `${text}, as the service sends it`, isDescribed: false };
}

/**
 * Names fields that are explained elsewhere.
 *
 * @param {FormLine[]} lines
 * @param {string} place
 */
function mention(lines, place) {
	if (lines.length === 0) return '';
	const inOptions = (/** @type {FormLine} */ { labels }) => labels.length > 1;
	const name = (/** @type {FormLine} */ { labels, condition }) =>
		`*${labels.at(-1)}*${condition ? ` (${lowerFirst(condition)})` : ''}`;
	const collections = new Set(lines.filter(inOptions).map(({ labels }) => labels[0]));
	const parts = [
		...lines.filter((line) => !inOptions(line)).map(name),
		...[...collections].map((label) => {
			const inside = lines.filter((line) => inOptions(line) && line.labels[0] === label);
			return `in *${label}*: ${inside.map(name).join(', ')}`;
		}),
	];
	return `Fields ${place}: ${parts.join(', ')}`;
}

/** @param {FormLine} line */
function keyOf({ labels, field }) {
	return JSON.stringify([labels, { ...field, displayOptions: undefined }]);
}

/** @param {BuiltOperation} operation with one request */
function requestText({ requests: [{ method, path: address }] }) {
	return code(`${method} ${address}`);
}

/** @param {BuiltOperation} operation */
function repetition({ requests: [{ id }] }) {
	/** @type {typeof import('../../src/api/operations.js')} */
	const { onlyReads, operationRow } = built('src/api/operations.js');
	return onlyReads(operationRow(/** @type {OperationId} */ (id)))
		? 'Only reads: safe to retry'
		: "Changes data: retried only if the service can't have processed the request";
}

/** @param {string} type of the credential */
function credentialName(type) {
	const name = type.replace(/^./, (first) => first.toUpperCase());
	/** @type {Record<string, new () => ICredentialType>} */
	const module = built(`credentials/${name}.credentials.js`);
	const [Credential] = Object.values(module);
	if (!Credential) throw new Error(`There is no credential ${type}.`);
	return new Credential().displayName;
}

/**
 * What n8n knows of the items before a node ever ran.
 *
 * @param {string} folder of the node
 * @param {string[]} place
 * @returns {Record<string, import('../build/outputSchemas.mjs').Schema>}
 */
function schemaOf(folder, ...place) {
	const file = path.join(project, 'dist/nodes', folder, '__schema__/v1.0.0', ...place);
	return JSON.parse(readFileSync(`${file}.json`, 'utf8')).properties;
}

/** @param {Record<string, import('../build/outputSchemas.mjs').Schema>} fields */
function itemOf(fields) {
	return Object.entries(fields)
		.map(([name, schema]) => `${code(name)}${typeName(schema)}`)
		.join(', ');
}

/** @param {import('../build/outputSchemas.mjs').Schema} schema */
function typeName({ type, items }) {
	if (type === undefined) return '';
	return type === 'array' ? ` (list${items?.type ? ` of ${items.type}s` : ''})` : ` (${type})`;
}
