/** @typedef {import('./n8nRestClient.mjs').N8nRestClient} N8nRestClient */

/** @typedef {import('./n8nRestClient.mjs').Json} Json */

/** The owner's data tables of an n8n, by their names. */
export class DataTables {
	/** @param {N8nRestClient} client */
	constructor(client) {
		this.client = client;
	}

	/**
	 * Creates a table with these rows, instead of one that is there.
	 *
	 * @param {string} name
	 * @param {readonly { name: string, type: string }[]} columns
	 * @param {readonly object[]} [rows]
	 */
	async replace(name, columns, rows = []) {
		const { folder, path } = await this.#find(name);
		if (path) await this.client.request('DELETE', path);
		await this.client.request('POST', folder, { name, columns });
		if (rows.length > 0) await this.insert(name, rows);
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
		const { path } = await this.#find(name);
		if (!path) throw new Error(`n8n has no data table "${name}".`);
		return path;
	}

	/**
	 * @param {string} name
	 * @returns {Promise<{ folder: string, path?: string }>} no path if there is no such table
	 */
	async #find(name) {
		const { id: project } = await this.client.request('GET', '/rest/projects/personal');
		const folder = `/rest/projects/${project}/data-tables`;
		const { data } = await this.client.request('GET', folder);
		const table = data.find((/** @type {Json} */ each) => each.name === name);
		return { folder, ...(table && { path: `${folder}/${table.id}` }) };
	}
}
