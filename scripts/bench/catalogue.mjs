/** @type {typeof import('../../nodes/shared/service/operations.js')} */
const catalogue = await import(
	new URL('../../dist/nodes/shared/service/operations.js', import.meta.url).href
);

/** The operation catalogue of the build. */
export const { operations } = catalogue;

/** @typedef {import('../../nodes/shared/service/operations.js').OperationId} OperationId */

/**
 * The address of an operation as an expression of n8n, its path parameters taken from the item.
 *
 * @param {import('./bed.mjs').Sandbox} sandbox
 * @param {OperationId} id
 */
export function addressOf({ baseUrl }, id) {
	return `=${baseUrl}${operations[id].path.replace(/\{(\w+)\}/g, '{{ $json.$1 }}')}`;
}
