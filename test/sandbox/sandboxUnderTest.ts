import { type Sandbox, type SandboxOptions, startSandbox } from './index';

/** A sandbox for the tests of a file, reset before each. */
export function sandboxUnderTest(options: SandboxOptions = { streamDelayMs: 0 }): () => Sandbox {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox(options);
	});
	beforeEach(() => sandbox.reset());
	afterAll(async () => await sandbox.close());
	return () => sandbox;
}
