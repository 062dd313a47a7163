/** @type {typeof import('../../nodes/shared/service/operations.js')} */
const catalogue = await import(
	new URL('../../dist/nodes/shared/service/operations.js', import.meta.url).href
);

/** The operation catalogue of the build. */
export const { operations } = catalogue;
