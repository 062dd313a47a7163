/**
 * The operations' cases of the last build.
 *
 * @type {typeof import('../cases/index.js')}
 */
const cases = await import(new URL('../../build/operationCases.js', import.meta.url).href);

export const { comparedItems, operationCases } = cases;
