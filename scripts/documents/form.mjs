import { built, choicesOf } from './builtNodes.mjs';
import { code, prose, sentence, sentenceList, table } from './markdown.mjs';

/**
 * @import { INodeProperties, INodePropertyCollection } from 'n8n-workflow'
 * @import { IdentifierType } from '../../src/api/identifierTypes.js'
 */

/**
 * One line of a form.
 *
 * @typedef {object} FormLine
 * @property {string[]} labels its label, after those of what it is in
 * @property {INodeProperties} field
 * @property {string} [condition] when it is shown, if not by default
 * @property {boolean} [isAdded] it is there only after a person has added it
 * @property {string} [unlessIn] label of the field that can have the value instead
 */

/** The way from the pages of the nodes to the project's folder. */
export const root = '../../';

/** More entries of a drop-down do not fit into its row. */
const fewChoices = 4;

/**
 * The lines of a form, in its order, and one for each field of a collection.
 *
 * @param {INodeProperties[]} fields of one operation, or of a whole node
 * @param {INodeProperties[]} [around] fields that theirs depend on
 * @returns {FormLine[]}
 */
export function formLines(fields, around = []) {
	const form = [...around, ...fields];
	return withoutTwins(fields)
		.filter(({ field }) => field.type !== 'notice')
		.flatMap(({ field, unlessIn }) =>
			linesOf(field, [], form).map((line) => ({ ...line, ...(unlessIn && { unlessIn }) })),
		);
}

/**
 * The notices of a form.
 *
 * @param {INodeProperties[]} fields
 * @param {INodeProperties[]} around fields that theirs depend on
 */
export function notices(fields, around) {
	return fields
		.filter(({ type }) => type === 'notice')
		.map((field) => {
			const condition = conditionOf(field, [...around, ...fields]);
			const text = prose(field.displayName, root);
			return `> ${condition ? `${condition}: ` : ''}${text}`;
		});
}

/**
 * A field that n8n needs twice, required and not, as another field can have its value.
 *
 * @param {INodeProperties[]} fields
 */
function withoutTwins(fields) {
	return fields
		.filter(
			({ name, required }, index) =>
				required ||
				!fields.slice(0, index).some((before) => before.name === name && before.required),
		)
		.map((field) => {
			const isTwin = fields.some((other) => other.name === field.name && other !== field);
			const [other] = isTwin ? Object.keys(field.displayOptions?.hide ?? {}) : [];
			return { field, unlessIn: fields.find(({ name }) => name === other)?.displayName };
		});
}

/**
 * @param {INodeProperties} field
 * @param {string[]} before labels of what it is in
 * @param {INodeProperties[]} form
 * @returns {FormLine[]}
 */
function linesOf(field, before, form) {
	const labels = [...before, field.displayName];
	const line = { labels, field, condition: conditionOf(field, form) };
	if (field.type === 'collection') {
		const members = /** @type {INodeProperties[]} */ (field.options ?? []);
		return members.flatMap((member) =>
			linesOf(member, labels, form).map((each) => ({
				...each,
				isAdded: true,
				condition: each.condition ?? line.condition,
			})),
		);
	}
	if (field.type !== 'fixedCollection') return [line];
	const groups = /** @type {INodePropertyCollection[]} */ (field.options ?? []);
	return [line, ...entriesOf(groups, labels, form)];
}

/**
 * The fields of the entries of a list, each once for all groups in which it is the same.
 *
 * @param {INodePropertyCollection[]} groups
 * @param {string[]} before
 * @param {INodeProperties[]} form
 */
function entriesOf(groups, before, form) {
	/** @type {Map<string, { value: INodeProperties, names: string[] }>} */
	const entries = new Map();
	for (const { displayName, values } of groups) {
		for (const value of values) {
			const key = JSON.stringify(value);
			const names = [...(entries.get(key)?.names ?? []), displayName];
			entries.set(key, { value, names });
		}
	}
	return [...entries.values()].flatMap(({ value, names }) =>
		linesOf(value, groups.length > 1 ? [...before, names.join(', ')] : before, form),
	);
}

/**
 * When a field is shown; undefined where it is there at first. A field may also go when something
 * is chosen: that is said where it does.
 *
 * @param {INodeProperties} field
 * @param {INodeProperties[]} form
 */
function conditionOf({ displayOptions }, form) {
	const { show = {}, hide = {} } = displayOptions ?? {};
	const conditions = [
		...Object.entries(show).map(([name, values]) => conditionFor(name, values, form, true)),
		...Object.entries(hide).map(([name, values]) => conditionFor(name, values, form, false)),
	].filter((text) => text !== undefined);
	// Such as "In tools, unless *Change Mode* is *Desired State*".
	const toolsFirst = conditions.sort((a, b) => Number(/tools$/.test(b)) - Number(/tools$/.test(a)));
	return toolsFirst.length > 0
		? toolsFirst.join(', ').replace(/^./, (letter) => letter.toUpperCase())
		: undefined;
}

/**
 * @param {string} name of the field that decides; `@tool` if the node being a tool decides
 * @param {unknown} values
 * @param {INodeProperties[]} form
 * @param {boolean} shows
 */
function conditionFor(name, values, form, shows) {
	if (name === '@tool') return shows ? 'in tools' : 'outside tools';
	const decides = form.find((field) => field.name === name.replace('/', ''));
	if (!decides || !Array.isArray(values)) return undefined;
	const isPlain = values.every((value) => typeof value !== 'object');
	if (!isPlain || (shows && values.includes(decides.default))) return undefined;
	const label = `*${decides.displayName}*`;
	if (typeof decides.default === 'boolean') {
		return `with ${label} ${values[0] === shows ? 'on' : 'off'}`;
	}
	const chosen = choicesOf(decides).filter(({ value }) => values.includes(value));
	const names = sentenceList(
		chosen.map((choice) => `*${choice.name}*`),
		'or',
	);
	return `${shows ? 'if' : 'unless'} ${label} is ${names}`;
}

/** @param {FormLine[]} lines */
export function formTable(lines) {
	return table(['Field', 'Takes', 'Meaning'], lines.map(formRow));
}

/**
 * @param {FormLine} line
 * @returns {string[]} its rows in {@link formTable}
 */
export function formRow(line) {
	return [labelOf(line), takes(line), meaning(line)];
}

/** @param {FormLine} line */
function labelOf({ labels, field: { required }, unlessIn }) {
	const label = labels.join(' > ');
	if (!required) return label;
	return `**${label}** ${unlessIn ? `(required, here or in ${unlessIn})` : '(required)'}`;
}

/**
 * What a field takes, with what it has at first.
 *
 * @param {FormLine} line
 */
function takes({ field, isAdded }) {
	const { name, type, typeOptions = {}, placeholder = '', default: first } = field;
	/** @type {Record<string, { type: IdentifierType } | undefined>} */
	const parameters = built('src/api/operations.js').pathParameters;
	const identifier = {
		uuid: 'UUID',
		int32: 'whole number',
		integer: 'whole number',
		string: 'text',
	}[parameters[name]?.type ?? 'string'];
	const fromList = typeOptions.loadOptionsMethod !== undefined;
	const hasDefault = first !== '' && typeof first !== 'object';
	const byDefault = !hasDefault
		? ''
		: isAdded
			? `, ${code(first)} when added`
			: `, default ${code(first)}`;
	switch (type) {
		case 'string':
			if (identifier !== 'text') return identifier;
			return `text${byDefault}${hasDefault ? '' : exampleOf(placeholder)}`;
		case 'number': {
			const kind =
				typeOptions.numberPrecision === 0 || name === 'limit' ? 'whole number' : 'number';
			const unit = field.hint === 'In milliseconds' ? ' of milliseconds' : '';
			const from = typeOptions.minValue === undefined ? '' : ` from ${typeOptions.minValue}`;
			return `${kind}${unit}${from}${byDefault}`;
		}
		case 'boolean':
			return `true or false${byDefault}`;
		case 'dateTime':
			return 'date';
		case 'json':
			return 'JSON';
		case 'resourceLocator': {
			const keys = (field.modes ?? []).filter((mode) => !['list', 'id'].includes(mode.name));
			const ways = ['from a list', ...keys.map((mode) => mode.displayName.toLowerCase())];
			return `${ways.join(', ')}, or an ID${identifier === 'text' ? '' : ` (${identifier})`}`;
		}
		case 'fixedCollection':
			return 'any number of entries';
		case 'options':
		case 'multiOptions': {
			const several = type === 'multiOptions' ? 'any of ' : '';
			if (fromList) return `${several ? 'any' : 'one'} from a list, or by ID`;
			const choices = choicesOf(field);
			if (choices.length > fewChoices) return several ? 'any of these' : 'one of these';
			return `${several}${sentenceList(choices.map(choiceOf(field)), 'or')}`;
		}
		default:
			throw new Error(`How to show a field of the type ${type} is not known.`);
	}
}

/** @param {string} placeholder as n8n wants them, beginning with "e.g." */
function exampleOf(placeholder) {
	const [, example] = /^e\.g\. (.*)$/.exec(placeholder) ?? [];
	if (example === undefined) return '';
	// What looks like an address would become a link.
	return `, e.g. ${/[{/]/.test(example) ? code(example) : prose(example, root)}`;
}

/** @param {INodeProperties} field */
function choiceOf({ default: first }) {
	const isFirst = (/** @type {unknown} */ value) =>
		Array.isArray(first) ? first.some((each) => each === value) : first === value;
	return (/** @type {{ name: string, value: unknown }} */ { name, value }) =>
		`*${name}*${isFirst(value) ? ' (default)' : ''}`;
}

/** @param {FormLine} line */
function meaning({ field, condition }) {
	const { description = '', hint = '', type } = field;
	const texts = [
		...(condition ? [`${condition}.`] : []),
		...[description, hint === 'In milliseconds' ? '' : hint]
			.filter((text) => text !== '')
			.map((text) => sentence(prose(text, root))),
	];
	const choices = type === 'options' || type === 'multiOptions' ? choicesOf(field) : [];
	const explained = choices
		.filter((choice) => choice.description)
		.map((choice) => `*${choice.name}*: ${prose(choice.description ?? '', root)}`);
	const many = choices.length > fewChoices ? [choices.map(choiceOf(field)).join(', ')] : [];
	return [texts.join(' '), ...explained, ...many].filter((text) => text !== '').join('<br>');
}
