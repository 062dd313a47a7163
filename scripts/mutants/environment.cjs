const { TestEnvironment } = require('jest-environment-node');

/** The mutant that a test noticed last. */
let noticed;

/** jest's environment, which runs no further test on a mutant once one has noticed it. */
module.exports = class extends TestEnvironment {
	async handleTestEvent({ name, test }) {
		const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
		if (mutant === undefined) return;
		if (name === 'test_done' && test.errors.length > 0) noticed = mutant;
		if (name === 'test_start' && noticed === mutant) test.mode = 'skip';
	}
};
