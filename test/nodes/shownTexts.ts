/** Every text that people read: on the forms of the built package, in messages and in notes. */
import ts from 'typescript';
import { readBuiltTypes } from './builtTypes';

type Part =
	'label' | 'tooltip' | 'switch' | 'hint' | 'placeholder' | 'notice' | 'option' | 'optionText';

export interface ShownText {
	readonly part: Part | 'operationText' | 'nodeText' | 'message' | 'note' | 'document';
	/** Node or file, and the labels above. */
	readonly place: string;
	readonly text: string;
}

type Described = Readonly<Record<string, unknown>>;

const isDescribed = (value: unknown): value is Described =>
	typeof value === 'object' && value !== null;

const visible = (html: string) => html.replace(/<[^>]*>/g, '');

/** The parts of a field, a choice, an operation or a node. */
function partsOf(described: Described): Array<[part: ShownText['part'], name: string]> {
	const more: Array<[ShownText['part'], string]> = [
		['hint', 'hint'],
		['placeholder', 'placeholder'],
		['message', 'errorMessage'],
		['message', 'message'],
		['nodeText', 'searchHint'],
		['nodeText', 'relationHint'],
		['nodeText', 'action'],
	];
	const { type, value, action, group } = described;
	if (type === 'notice') return [['notice', 'displayName'], ...more];
	if (group !== undefined) return [['label', 'displayName'], ['nodeText', 'description'], ...more];
	if (value !== undefined && type === undefined) {
		return [['option', 'name'], [action ? 'operationText' : 'optionText', 'description'], ...more];
	}
	return [
		['label', 'displayName'],
		[type === 'boolean' ? 'switch' : 'tooltip', 'description'],
		...more,
	];
}

function collect(described: unknown, labels: readonly string[], found: ShownText[]): ShownText[] {
	// n8n's own field of a trigger has n8n's own texts.
	if (!isDescribed(described) || described.type === 'hidden' || described.name === 'pollTimes') {
		return found;
	}
	const label = [described.displayName, described.name].find((text) => typeof text === 'string');
	const inside = Array.isArray(described) || label === undefined ? labels : [...labels, label];
	for (const [part, name] of Array.isArray(described) ? [] : partsOf(described)) {
		const text = described[name];
		if (typeof text !== 'string') continue;
		found.push({ part, place: inside.join(' > '), text: visible(text) });
	}
	for (const inner of Object.values(described)) collect(inner, inside, found);
	return found;
}

const differentTexts = (texts: readonly ShownText[]) => [
	...new Map(texts.map((shown) => [shown.part + shown.text, shown])).values(),
];

/** What the forms of all nodes and credentials show, each text once. */
export function readFormTexts(): ShownText[] {
	const { credentialTypes, nodeTypes } = readBuiltTypes();
	const described = [...nodeTypes.map(({ description }) => description), ...credentialTypes];
	return differentTexts(described.flatMap((type) => collect(type, [], [])));
}

const readFile = (file: string) => ts.sys.readFile(file) ?? '';

/** A template with "…" for each of its values. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return node.templateSpans.reduce(
		(text, { literal }) => `${text}…${literal.text}`,
		node.head.text,
	);
}

const isWordList = ({ expression }: ts.CallExpression) =>
	ts.isIdentifier(expression) && expression.text === 'words';

/** The strings of the source that are sentences, or parts of one. */
export function readMessages(): ShownText[] {
	return ['src', 'nodes']
		.flatMap((folder) => ts.sys.readDirectory(folder, ['.ts']))
		.flatMap((file) => {
			const found: ShownText[] = [];
			const source = ts.createSourceFile(file, readFile(file), ts.ScriptTarget.ES2022);
			const visit = (node: ts.Node) => {
				// A list of words is no sentence.
				if (ts.isCallExpression(node) && isWordList(node)) return;
				const text = textOf(node);
				if (text !== undefined && /\p{L}[,.:;]? \p{L}+/u.test(visible(text))) {
					found.push({ part: 'message', place: file, text: visible(text) });
				}
				ts.forEachChild(node, visit);
			};
			visit(source);
			return found;
		});
}

/** The lines of the sticky notes in the examples. */
export function readNotes(): ShownText[] {
	return ts.sys.readDirectory('examples', ['.json']).flatMap((file) => {
		const { nodes } = JSON.parse(readFile(file)) as {
			nodes: Array<{ parameters: { content?: unknown } }>;
		};
		return nodes.flatMap(({ parameters: { content } }) =>
			String(content ?? '')
				.split('\n')
				.filter((line) => line !== '')
				.map((text): ShownText => ({ part: 'note', place: file, text })),
		);
	});
}

/** The sentences of the documents that people write: those of generated parts come from the forms. */
export function readSentences(): ShownText[] {
	const files = ts.sys
		.readDirectory('docs', ['.md'])
		.filter((file) => !/docs\/(?:nodes\/|engineering\/benchmarks)/.test(file));
	return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...files].flatMap((file) =>
		readFile(file)
			.replace(/```[\s\S]*?```|<!-- (\w+) -->[\s\S]*?<!-- \/\1 -->/g, '')
			.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
			.replace(/`[^`]*`/g, '`code`')
			.split(/\n\s*(?:[-*] |\d+\. |\n)|\n?\||(?<=[.?!:]) (?=[\p{Lu}*_`]|n8n)/u)
			.map((text): ShownText => ({ part: 'document', place: file, text })),
	);
}
