require('./scripts/supportedNode.cjs');
const { availableParallelism } = require('node:os');

// The nodes' failures are what the tests look for; n8n would print each of them.
process.env.N8N_LOG_LEVEL = 'silent';

/** @type {import('jest').Config} */
module.exports = {
	globalSetup: '<rootDir>/test/globalSetup.mjs',
	// One more than there are cores, as much of a run is waiting.
	maxWorkers: availableParallelism() + 1,
	testEnvironment: '<rootDir>/test/environment.js',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/'],
	modulePathIgnorePatterns: ['<rootDir>/build/mutants/', '<rootDir>/scripts/hosts/'],
	moduleNameMapper: {
		'^(n8n-core|n8n-workflow|fastify|fast-check)$':
			'<rootDir>/node_modules/.cache/test-bundles/$1.cjs',
		'^js-yaml$': '<rootDir>/test/yamlOnce.js',
	},
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	reporters: ['default', '<rootDir>/test/countsReporter.js'],
	globals: { isSearch: false },
	// Longer than any test takes on a busy machine.
	testTimeout: 60_000,
};
