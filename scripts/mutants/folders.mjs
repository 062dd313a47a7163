/**
 * What is measured by itself: a folder, or a file of the shared code, and the tests that belong to it.
 *
 * @typedef {object} Folder
 * @property {string} name its path
 * @property {string[]} tests folders and files with its tests, without those that look at source
 *   texts or at the tarball: the sources in a mutation run are other ones
 * @property {string[]} [quickTests] those of its tests that are run first; all where left out
 * @property {string[]} [staticTests] those of its tests for mutants that take effect while a module is
 *   loaded, as each of these would need all tests: one after another, as listed; the quick ones where
 *   left out
 * @property {number} wanted the least score, in percent
 */

/** What holds the descriptions of nodes and credentials, without an engine. */
const descriptionTests = ['test/nodes/savedWorkflows.test.ts', 'test/nodes/texts.test.ts'];

const operationTests = ['test/nodes/operations.test.ts', 'test/nodes/notes.test.ts'];
/** What needs no more of a form than its description. */
const staticFormTests = [...descriptionTests, 'test/nodes/forms.test.ts'];

/** Reading of an answer, which needs no engine. */
const answerTests = [
	'answer/candidates',
	'answer/ending',
	'answer/failure',
	'answer/growingText',
	'answer/heldTexts',
	'answer/identifiers',
	'answer/retelling',
	'answer/told',
	'answer',
].map((name) => `test/nodes/Agent/${name}.test.ts`);

/** Those that need no engine. */
const transportTests = [
	'accessTokens',
	'address',
	'authorization',
	'errorResponse',
	'eventRecord',
	'eventStream',
	'json',
	'latencyBaseline',
	'networkFailure',
	'otherOperation',
	'paging',
	'path',
	'readText',
	'relativePath',
	'requestHeaders',
	'retryBudget',
	'send',
	'tenantLimits',
	'tokenErrorCodes',
	'tokenStore',
].map((name) => `test/http/${name}.test.ts`);

/** Those of the limit, which has no texts; simulating it takes long. */
const limitTests = [
	'test/http/limits/concurrencyLimit.test.ts',
	'test/http/limits/simulatedServices.test.ts',
];

/** @type {readonly Folder[]} */
export const folders = [
	{
		name: 'credentials',
		tests: ['test/credentials.test.ts', ...descriptionTests],
		wanted: 75,
	},
	{
		name: 'src/api',
		tests: ['test/api', 'test/api/errors.test.ts', 'test/sandbox/catalogue.test.ts'],
		quickTests: ['test/api', 'test/api/errors.test.ts'],
		wanted: 85,
	},
	{
		name: 'src/api/errors.ts',
		tests: ['test/api/errors.test.ts'],
		wanted: 75,
	},
	{
		name: 'src/http',
		tests: [
			...transportTests,
			...limitTests,
			'test/http/transport.test.ts',
			'test/http/wire.test.ts',
		],
		quickTests: [...transportTests, ...limitTests],
		staticTests: transportTests,
		wanted: 85,
	},
	{
		name: 'src/forms',
		tests: [
			'test/forms',
			...staticFormTests,
			'test/nodes/formLists.test.ts',
			'test/nodes/User',
			'test/nodes/UserGroup',
			'test/nodes/CategoryProperty',
			'test/nodes/VariantProperty',
			'test/nodes/OrderManagement',
			'test/nodes/Accounting',
			'test/nodes/Request',
			'test/nodes/Agent/agent.test.ts',
		],
		quickTests: ['test/forms', ...descriptionTests],
		// The smallest updates are long in the making, and no form is described there.
		staticTests: [...staticFormTests, 'test/forms/**/!(desiredState).test.ts'],
		wanted: 85,
	},
	{
		name: 'src/agent/runs',
		tests: ['test/agent/runs', 'test/nodes/AgentTrigger/runChanges.test.ts', ...descriptionTests],
		wanted: 75,
	},
	{
		name: 'src/runtime',
		tests: [
			'test/runtime',
			'test/nodes/User/user.test.ts',
			'test/nodes/notes.test.ts',
			'test/nodes/tools/toolMessages.test.ts',
		],
		quickTests: ['test/runtime'],
		wanted: 85,
	},
	{
		name: 'src/runtime/methods',
		tests: [
			'test/nodes/formLists.test.ts',
			'test/nodes/User/user.test.ts',
			'test/nodes/UserGroup/userGroup.test.ts',
			'test/nodes/Agent/agent.test.ts',
			'test/nodes/AgentTrigger/agentTrigger.test.ts',
			...descriptionTests,
		],
		quickTests: ['test/nodes/formLists.test.ts', ...descriptionTests],
		wanted: 75,
	},
	...[
		'Accounting',
		'CategoryProperty',
		'Helpdesk',
		'OrderManagement',
		'Request',
		'User',
		'UserGroup',
		'VariantProperty',
		'WebPage',
	].map((node) => ({
		name: `nodes/${node}`,
		tests: [`test/nodes/${node}`, ...operationTests, ...staticFormTests],
		quickTests: descriptionTests,
		staticTests: [...staticFormTests, `test/nodes/${node}`],
		wanted: 75,
	})),
	{
		name: 'nodes/Agent',
		tests: ['test/nodes/Agent', ...operationTests, ...staticFormTests],
		quickTests: [...answerTests, ...descriptionTests],
		staticTests: [...answerTests, ...staticFormTests],
		wanted: 75,
	},
	{
		name: 'nodes/AgentTrigger',
		tests: [
			'test/nodes/AgentTrigger/agentTrigger.test.ts',
			'test/nodes/AgentTrigger/pollBudget.test.ts',
			'test/nodes/AgentTrigger/runChanges.test.ts',
			...descriptionTests,
		],
		quickTests: [
			'test/nodes/AgentTrigger/pollBudget.test.ts',
			'test/nodes/AgentTrigger/runChanges.test.ts',
			...descriptionTests,
		],
		wanted: 85,
	},
];

/**
 * @param {readonly string[]} tests folders and files
 * @returns {string[]} patterns as jest takes them
 */
export function testPatterns(tests) {
	return tests.map((test) => `<rootDir>/${test.endsWith('.ts') ? test : `${test}/**/*.test.ts`}`);
}
