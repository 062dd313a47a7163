/** Closes a test run with one line of counts. */
module.exports = class CountsReporter {
	onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
		console.log(`\n${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`);
	}
};
