import { buildIfChanged } from '../tools/build.mjs';
import { bundleForTests } from '../tools/testBundles.mjs';

/** The nodes run from the build, in n8n's own engine: before the tests both are made ready. */
export default async function prepare() {
	await Promise.all([buildIfChanged(), bundleForTests()]);
}
