/** @typedef {import('../../nodes/shared/service/operations.js').OperationId} OperationId */

/**
 * The operation catalogue of the built package.
 *
 * @type {typeof import('../../nodes/shared/service/operations.js')}
 */
const catalogue = await import(
	new URL('../../dist/nodes/shared/service/operations.js', import.meta.url).href
);

export const { operationRow } = catalogue;

/** @type {readonly OperationId[]} */
export const operationIds = /** @type {OperationId[]} */ (Object.keys(catalogue.operations));

/**
 * The scope that a token for an operation must have.
 *
 * @param {import('../sandbox/index.js').Sandbox} sandbox
 * @param {OperationId} id
 */
export function scopeOf(sandbox, id) {
	return sandbox.credential.scopePrefix + operationRow(id).scope;
}
