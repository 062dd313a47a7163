// What this project asks for beyond n8n's rules: npm run lint. n8n's own command wants them alone in
// eslint.config.mjs: npx n8n-node lint.
import { readdirSync } from 'node:fs';
import { config as n8nRules } from '@n8n/node-cli/eslint';
import regexp from 'eslint-plugin-regexp';
import { globalIgnores } from 'eslint/config';

/** The packages of `src/`, in order: each imports only from itself and those before it. */
const packages = ['values', 'api', 'http', 'forms', 'agent', 'polling', 'runtime'];

const packageZones = packages.map((name, position) => ({
	target: `src/${name}`,
	from: ['src', 'nodes'],
	except: packages.slice(0, position + 1).map((allowed) => `../src/${allowed}`),
	message: 'A package imports only from those before it; CONTRIBUTING.md has them in order.',
}));

/** The formats of answers are read and found one way: events, reader, finder. */
const answerZones = [
	{ target: 'src/agent/answer/events', from: 'src/agent/answer', except: ['events'] },
	{ target: 'src/agent/answer/reader', from: 'src/agent/answer/finder' },
].map((zone) => ({
	...zone,
	message: 'The finder imports from the reader, and both from the events.',
}));

const nodeZones = readdirSync('nodes').map((node) => ({
	target: `nodes/${node}`,
	from: 'nodes',
	except: [node],
	message: 'No node imports from another. What several nodes need belongs in src.',
}));

const codeOnly = { skipBlankLines: true, skipComments: true };

/** A random test has the same result each time, unless it searches. */
const fixedRuns = {
	selector:
		"CallExpression[callee.object.name='fc'][callee.property.name='assert'][arguments.length=1]",
	message: 'Pass randomRuns(…) of test/randomRuns.ts.',
};

/** A title of a test is a short sentence about the product, in the words of its forms. */
const testTitles = ['callee.name', 'callee.callee.object.name'].map((callee) => ({
	selector: `CallExpression[${callee}=/^(describe|test)$/] > Literal[value=/${[
		/^.{73}/,
		/\b(tells?|told|says?|said|gone|goes on|comes? out|handed over|beside|blanks|cut off)\b/,
	]
		.map(({ source }) => source)
		.join('|')}/]`,
	message: 'Write what the product does, in at most 72 characters and in plain words.',
}));

export default [
	globalIgnores(['build', 'coverage', 'scripts/hosts/**/node_modules']),
	...n8nRules,
	{
		files: ['**/*.ts'],
		rules: {
			'import-x/no-restricted-paths': [
				'error',
				{ zones: [...packageZones, ...answerZones, ...nodeZones] },
			],
			'import-x/no-cycle': 'error',
		},
	},
	{
		files: ['credentials/**/*.ts', 'nodes/**/*.ts', 'src/**/*.ts'],
		rules: {
			'max-lines': ['error', { max: 250, ...codeOnly }],
			'max-lines-per-function': ['error', { max: 50, ...codeOnly }],
			'max-statements': ['error', 37],
			'max-depth': ['error', 4],
			complexity: ['error', 10],
		},
	},
	{
		// Texts of a service or a user may be long and hostile, so matching them takes linear time.
		files: ['credentials/**/*.ts', 'nodes/**/*.ts', 'src/**/*.ts'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
	{
		files: ['test/**/*.test.{ts,mjs}'],
		rules: { 'no-restricted-syntax': ['error', ...testTitles, fixedRuns] },
	},
];
