import type { Candidate, Likelihood } from '../../../src/agent/answer/candidates';
import { HeldTexts, section } from '../../../src/agent/answer/heldTexts';

const candidate = (path: string, text: string, likelihood: Likelihood = 'unknown'): Candidate => ({
	path,
	text,
	likelihood,
	isNumber: false,
});

const textsOf = (held: HeldTexts) =>
	held.release()?.texts.map((each) => (each === section ? '|' : each.text));

test.each<[Likelihood, number]>([
	['usual', 0],
	['possible', 200],
	['unknown', 1000],
])('a text under a name that is %s waits for up to %i characters', (likelihood, enough) => {
	const held = new HeldTexts();
	const pieces = [enough / 2, enough / 2, 1].map((length) => 'x'.repeat(length));
	const isEnough = pieces.map((text) => held.add(candidate('a', text, likelihood), '', false));
	expect(isEnough).toEqual([false, false, true]);
});

test('the likeliest of them is the answer, and of those the one with the most texts', () => {
	const held = new HeldTexts();
	for (const path of ['a', 'b', 'b', 'b', 'c', 'c']) {
		held.add(candidate(path, path, path === 'b' ? 'unknown' : 'possible'), 'kind', false);
	}
	expect(held.release()).toMatchObject({
		path: 'c',
		kind: 'kind',
		texts: [
			{ text: 'c', ends: false },
			{ text: 'c', ends: false },
		],
	});
	expect(held.release()).toBeUndefined();
});

test('what ends the answer and where messages begin is kept with them', () => {
	const held = new HeldTexts();
	held.add(candidate('a', '1'), 'first', false);
	held.beginSection();
	held.beginSection();
	held.add(candidate('a', '2'), 'second', true);
	const { kind, texts } = held.release() ?? {};
	expect([kind, texts]).toEqual([
		'first',
		[{ text: '1', ends: false }, section, { text: '2', ends: true }],
	]);
});

test('of more than fifty paths the others are left out', () => {
	const held = new HeldTexts();
	for (let index = 0; index < 50; index++) held.add(candidate(`p${index}`, 'x'), '', false);
	const long = 'x'.repeat(2000);
	expect(held.add(candidate('p50', long, 'possible'), '', false)).toBe(false);
	expect(held.add(candidate('p49', long), '', false)).toBe(true);
	expect(textsOf(held)).toEqual(['x', long]);
});
