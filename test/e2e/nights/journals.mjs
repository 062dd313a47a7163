import assert from 'node:assert/strict';

/**
 * Publishes new-journals as a new import, which has no memory of earlier polls, for its first poll.
 *
 * @param {import('./recipe.mjs').Recipe} recipe
 * @returns {Promise<number>} how many journals it copied
 */
export async function copyJournals(recipe) {
	const { client } = recipe.bed;
	const stored = await recipe.store();
	await client.activate(stored);
	const [execution] = await client.waitForExecutions(stored, 1);
	await client.deactivate(stored);
	assert.equal(execution?.status, 'success', execution?.failure);
	return execution.items('Upsert Row').length;
}
