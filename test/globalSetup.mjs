import { buildIfChanged } from '../scripts/build/build.mjs';
import { bundleForTests } from '../scripts/build/testBundles.mjs';

/** The nodes run from the build, in n8n's own engine: before the tests both are made ready. */
export default async function prepare() {
	await Promise.all([buildIfChanged(), bundleForTests()]);
}
