const base = require('./jest.config.js');
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

// Many random cases, and new ones each time, and long lists: npm run test:search.

const folder = path.join(__dirname, 'test');

/** @param {string} file */
const isRandom = (file) =>
	file.endsWith('.test.ts') && /randomRuns|simulation/.test(readFileSync(file, 'utf8'));

/** @type {import('jest').Config} */
module.exports = {
	...base,
	testMatch: readdirSync(folder, { recursive: true })
		.map((name) => path.join(folder, String(name)))
		.filter(isRandom),
	globals: { isSearch: true },
	testTimeout: 600_000,
};
