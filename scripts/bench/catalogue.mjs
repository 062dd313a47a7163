/** @type {typeof import('../../src/api/operations.js')} */
const catalogue = await import(new URL('../../dist/src/api/operations.js', import.meta.url).href);

/** The operation catalogue of the build. */
export const { operations } = catalogue;

/** @typedef {import('../../src/api/operations.js').OperationId} OperationId */

/**
 * The address of an operation as an expression of n8n, its path parameters taken from the item.
 *
 * @param {import('./bed.mjs').Sandbox} sandbox
 * @param {OperationId} id
 */
export function addressOf({ baseUrl }, id) {
	return `=${baseUrl}${operations[id].path.replace(/\{(\w+)\}/g, '{{ $json.$1 }}')}`;
}
