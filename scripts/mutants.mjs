// Changes the sources in small ways and runs the tests on each change: npm run mutants -- src/http
import './supportedNode.cjs';
import { execFileSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { bundleForTests } from './build/testBundles.mjs';

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: {
		since: { type: 'string', default: 'main' },
		concurrency: { type: 'string', default: '1' },
	},
});

/**
 * The lines that a commit doesn't have, as Stryker takes them: "nodes/User/a.ts:3-5".
 *
 * @param {string} commit
 */
function changedLines(commit) {
	const options = ['--merge-base', '-U0', '--no-ext-diff', '--diff-filter=d', commit];
	const folders = ['credentials/*.ts', 'nodes/*.ts', 'src/*.ts'];
	const diff = execFileSync('git', ['diff', ...options, '--', ...folders], { encoding: 'utf8' });
	return diff.split(/^\+\+\+ b\//m).flatMap((text) => {
		const [file] = text.split('\n', 1);
		return [...text.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)]
			.map(([, begin, count = '1']) => ({ begin: Number(begin), count: Number(count) }))
			.filter(({ count }) => count > 0)
			.map(({ begin, count }) => `${file}:${begin}-${begin + count - 1}`);
	});
}

/** The tests that notice what takes effect while a module is loaded, such as a description. */
const descriptionTests = '<rootDir>/test/nodes/{savedWorkflows,texts}.test.ts';

/** @param {string} subject for example "src/http" or "nodes/User/a.ts:3-5" */
function ownTests(subject) {
	const [, name] = /^(?:src\/)?([^:]+?)(?:\.ts)?(?::.*)?$/.exec(subject) ?? [];
	const folder = subject.includes('.ts') ? path.dirname(name ?? '') : name;
	return `<rootDir>/test/${folder}{,/**/*}.test.ts`;
}

/** @param {string} subject */
function testsOfNodes(subject) {
	if (/^src\/(?:api|http)\b/.test(subject)) return [];
	return [`<rootDir>/test/nodes/${subject.startsWith('src/') ? '**/' : ''}*.test.ts`];
}

/** @param {string[]} subjects folders, files, or lines of files */
async function measure(subjects) {
	const [first = ''] = subjects;
	const isWhole = subjects.length === 1 && !first.includes(':');
	const results = path.join('build', 'mutants', isWhole ? first.replaceAll('/', '-') : 'changes');
	await new Stryker({
		mutate: subjects.map((subject) => (subject.includes('.ts') ? subject : `${subject}/**/*.ts`)),
		ignorePatterns: ['/build', '/coverage', '/dist', 'docs/images', 'scripts/hosts'],
		buildCommand: 'npx gulp build',
		checkers: ['typescript'],
		plugins: [
			'@stryker-mutator/jest-runner',
			'@stryker-mutator/typescript-checker',
			fileURLToPath(new URL('mutants/jestByFile.mjs', import.meta.url)),
		],
		testRunner: 'jestByFile',
		coverageAnalysis: 'perTest',
		jest: {
			// The nodes are tested as built, so jest doesn't know which tests belong to a source.
			enableFindRelatedTests: false,
			config: {
				testMatch: subjects.flatMap((subject) => [ownTests(subject), ...testsOfNodes(subject)]),
				globals: {
					isSearch: false,
					staticTestMatch: [...subjects.map(ownTests), descriptionTests],
				},
				testEnvironment: path.resolve('test/environment.js'),
				globalSetup: null,
			},
		},
		// What an earlier run found out about a folder isn't run again.
		incremental: isWhole,
		incrementalFile: path.join(results, 'incremental.json'),
		concurrency: Number(values.concurrency),
		// A busy machine is no endless loop.
		timeoutMS: 20_000,
		timeoutFactor: 3,
		tempDirName: path.join('build', 'mutants', 'sandbox'),
		reporters: ['clear-text', 'html', 'progress-append-only'],
		clearTextReporter: { allowEmojis: false, logTests: false },
		htmlReporter: { fileName: path.join(results, 'report.html') },
		thresholds: { high: 85, low: 75, break: 75 },
		allowEmpty: true,
		warnings: false,
	}).runMutationTest();
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
// It takes long, so it leaves the machine to others.
setPriority(constants.priority.PRIORITY_LOW);
await bundleForTests();
if (positionals.length === 0) await measure(changedLines(values.since));
for (const subject of positionals) await measure([subject.replace(/\/$/, '')]);
