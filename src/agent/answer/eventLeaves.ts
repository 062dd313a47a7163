/**
 * The values inside an event, each with what the fields around it state. Only proposals and doubts rest
 * on this.
 */
import type { IDataObject } from 'n8n-workflow';
import { parseIfJson } from '../../values/json';
import { isRecord, pathsOf } from '../../values/jsonObject';
import { hasOtherWord, isText, mayBeText, mayTellApart, rankOf } from './likelyWords';
import { isNone } from './path';
import { type ReceivedEvent, typeFields } from './receivedEvent';

/** A field that states what is beside it. */
export interface State {
	/** After how many names of the path the field is. */
	readonly part: number;
	readonly field: string;
	readonly value: string;
	/** The value says that this is no text of the answer. */
	readonly isOther: boolean;
}

/** A value that is no object or list, or an empty list. */
export interface Leaf {
	/** The names that lead to it, as in a path. */
	readonly path: readonly string[];
	readonly value: unknown;
	/** What the fields around it state. */
	readonly states: readonly State[];
}

const maxLeaves = 1000;
/** Of each record. */
const maxStates = 50;
const maxDepth = 8;

const isName = (name: string) => name !== '' && !/[.[\]*]/.test(name);

/** JSON in a string, unless its name is that of a text, or may be and the JSON has no such name inside. */
function openJson(value: unknown, name: string): unknown {
	const rank = rankOf(name);
	if (typeof value !== 'string' || !value.startsWith('{"') || isText(rank)) return value;
	const parsed = parseIfJson(value);
	const hasText = () => pathsOf(parsed).some((path) => isText(rankOf(path)));
	return mayBeText(rank) && !hasText() ? value : (parsed ?? value);
}

function statesOf(record: IDataObject, part: number): State[] {
	const fields = Object.entries(record).filter(
		([field, value]) => isName(field) && mayTellApart(field, value),
	);
	const beside = fields.filter(([field]) => part > 0 || !typeFields.includes(field));
	return beside.slice(0, maxStates).map(([field, value]) => {
		const isOther = value === true ? hasOtherWord(field) : hasOtherWord(String(value));
		return { part, field, value: String(value), isOther };
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
	const walk = (given: unknown, path: readonly string[], outer: readonly State[]): void => {
		if (leaves.length >= maxLeaves) return;
		const inner = openJson(given, path.at(-1) ?? '');
		if (isLeaf(inner)) {
			leaves.push({ path, value: inner, states: outer });
		} else if (Array.isArray(inner)) {
			for (const entry of inner) walkEntry(entry, path, outer);
		} else if (isRecord(inner) && path.length < maxDepth) {
			const states = [...outer, ...statesOf(inner, path.length)];
			for (const name of Object.keys(inner).filter(isName)) {
				// A text states nothing about itself.
				const isOwn = ({ part, field }: State) => part === path.length && field === name;
				const others = states.some(isOwn) ? states.filter((state) => !isOwn(state)) : states;
				walk(inner[name], [...path, name], others);
			}
		}
	};
	/** Of several choices, the first is the answer. */
	const walkEntry = (entry: unknown, path: readonly string[], outer: readonly State[]) => {
		// No path names the entries of a list without names.
		if (path.length === 0 && !isRecord(entry)) return;
		const index = isRecord(entry) ? entry.index : undefined;
		if (typeof index !== 'number') return walk(entry, path, outer);
		if (index === 0) walk(entry, [...path.slice(0, -1), `${path.at(-1) ?? ''}[!index]`], outer);
	};
	walk(typeof value === 'number' || typeof value === 'boolean' ? data : value, [], []);
	return leaves;
}
