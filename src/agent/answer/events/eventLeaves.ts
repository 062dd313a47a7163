/** The values inside an event, each with its labels. Only proposals and doubts rest on this. */
import type { IDataObject } from 'n8n-workflow';
import { parseIfJson } from '../../../values/json';
import { isRecord, pathsOf } from '../../../values/jsonObject';
import { hasOtherWord, isStatement, isText, mayBeText, rankOf } from './likelyWords';
import { isNone } from './path';
import { type ReceivedEvent, typeFields } from './receivedEvent';

/** A field that states what is beside it, or deeper inside. */
export interface Label {
	readonly field: string;
	readonly value: string;
	/** What has the label is no text of the answer. */
	readonly isOther: boolean;
}

/** A value that is no object or list, or an empty list. */
export interface Leaf {
	/** The names that lead to it, as in a path. */
	readonly path: readonly string[];
	readonly value: unknown;
	readonly labels: readonly Label[];
}

const maxLeaves = 1000;
/** Of each record. */
const maxLabels = 50;
const maxDepth = 8;

const isName = (name: string) => name !== '' && !/[.[\]*]/.test(name);

/**
 * Opens JSON in a string. A string with the name of a text stays a string, and so does one that may be a
 * text, if nothing inside has the name of a text.
 */
function openJson(value: unknown, name: string): unknown {
	const rank = rankOf(name);
	if (typeof value !== 'string' || !value.startsWith('{"') || isText(rank)) return value;
	const parsed = parseIfJson(value);
	const hasText = () => pathsOf(parsed).some((path) => isText(rankOf(path)));
	return mayBeText(rank) && !hasText() ? value : (parsed ?? value);
}

function labelsOf(record: IDataObject, path: readonly string[]): Label[] {
	const fields = Object.entries(record).filter(([name, value]) => isStatement(name, value));
	const labels = fields.filter(([name]) => path.length > 0 || !typeFields.includes(name));
	return labels.slice(0, maxLabels).map(([name, value]) => {
		const isOther = value === true || hasOtherWord(String(value));
		return { field: [...path, name].join('.'), value: String(value), isOther };
	});
}

const isLeaf = (value: unknown) => typeof value !== 'object' || isNone(value);

const known = new WeakMap<ReceivedEvent, readonly Leaf[]>();

/** The values of an event, at most a thousand. */
export function leavesOf(event: ReceivedEvent): readonly Leaf[] {
	const leaves = known.get(event) ?? findLeaves(event);
	known.set(event, leaves);
	return leaves;
}

function findLeaves({ value, data }: ReceivedEvent): readonly Leaf[] {
	const leaves: Leaf[] = [];
	const walk = (given: unknown, path: readonly string[], outer: readonly Label[]): void => {
		if (leaves.length >= maxLeaves) return;
		const inner = openJson(given, path.at(-1) ?? '');
		if (isLeaf(inner)) {
			leaves.push({ path, value: inner, labels: outer });
		} else if (Array.isArray(inner)) {
			for (const entry of inner) walkEntry(entry, path, outer);
		} else if (isRecord(inner) && path.length < maxDepth) {
			const labels = [...outer, ...labelsOf(inner, path)];
			for (const name of Object.keys(inner).filter(isName)) {
				walk(inner[name], [...path, name], labels);
			}
		}
	};
	/** Of several choices, the first is the answer. */
	const walkEntry = (entry: unknown, path: readonly string[], outer: readonly Label[]) => {
		// No path names the entries of a list without names.
		if (path.length === 0 && !isRecord(entry)) return;
		const index = isRecord(entry) ? entry.index : undefined;
		if (typeof index !== 'number') return walk(entry, path, outer);
		if (index === 0) walk(entry, [...path.slice(0, -1), `${path.at(-1) ?? ''}[!index]`], outer);
	};
	walk(typeof value === 'number' || typeof value === 'boolean' ? data : value, [], []);
	return leaves;
}
