import type { RegexEngine } from 'n8n-workflow';

/** n8n allows each pattern 250 ms, which can pass on a busy machine before it begins. */
export const plainPatterns: RegexEngine = {
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, by) => input.replace(new RegExp(pattern, flags), by),
	matchAll: (pattern, input, flags = '') => [...input.matchAll(new RegExp(pattern, `${flags}g`))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
};
