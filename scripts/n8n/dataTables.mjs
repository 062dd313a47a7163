/** @typedef {import('./n8nRestClient.mjs').N8nRestClient} N8nRestClient */

/** @typedef {import('./n8nRestClient.mjs').Json} Json */

/** The owner's data tables of an n8n, by their names. */
export class DataTables {
	/** @param {N8nRestClient} client */
	constructor(client) {
		this.client = client;
	}

	/**
	 * @param {string} name
	 * @param {readonly object[]} rows
	 */
	async insert(name, rows) {
		const path = await this.#pathOf(name);
		await this.client.request('POST', `${path}/insert`, { data: rows, returnType: 'count' });
	}

	/**
	 * @param {string} name
	 * @returns {Promise<Record<string, string>[]>} the rows in the order of their IDs, as text and
	 *   without n8n's own columns
	 */
	async read(name) {
		const path = await this.#pathOf(name);
		const { data } = await this.client.request('GET', `${path}/rows?take=250&sortBy=id:asc`);
		return data.map((/** @type {Json} */ { id, createdAt, updatedAt, ...row }) =>
			Object.fromEntries(Object.entries(row).map(([column, value]) => [column, `${value ?? ''}`])),
		);
	}

	/** @param {string} name */
	async #pathOf(name) {
		const { id: project } = await this.client.request('GET', '/rest/projects/personal');
		const folder = `/rest/projects/${project}/data-tables`;
		const { data } = await this.client.request('GET', folder);
		const table = data.find((/** @type {Json} */ each) => each.name === name);
		if (!table) throw new Error(`n8n has no data table "${name}".`);
		return `${folder}/${table.id}`;
	}
}
