// The nodes run from the build, in n8n's own engine: before the tests it is brought up to date.
import { buildIfChanged } from '../tools/build.mjs';

export default buildIfChanged;
