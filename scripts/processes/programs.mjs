import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Debian keeps PostgreSQL's programs off the search path, in a folder for each version. */
const postgresFolder = '/usr/lib/postgresql';

/** Where Debian keeps servers, off the search path of everyone but root. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin'];

/** What Chromium is called, by its makers and by those who pack it. */
const browserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Where a program is.
 *
 * @param {string} name
 * @returns {Promise<string | undefined>} its path, or undefined if it is not installed
 */
export async function findProgram(name) {
	const versions = await readdir(postgresFolder).catch(() => []);
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	const folders = [
		...(process.env.PATH ?? '').split(path.delimiter),
		...newestFirst.map((version) => path.join(postgresFolder, version, 'bin')),
		...serverFolders,
	];
	for (const folder of folders) {
		const file = path.resolve(folder, name);
		try {
			await access(file, constants.X_OK);
			return file;
		} catch {
			// The next folder may have it.
		}
	}
	return undefined;
}

/**
 * @param {string} title what the program is called
 * @param {readonly string[]} names of its file, the first one found is taken
 * @param {string} [variable] the environment variable that can set it
 * @returns {Promise<string>} the program's path
 * @throws when it is not installed, with the way out
 */
export async function requireProgram(title, names, variable) {
	for (const name of names) {
		const file = await findProgram(name);
		if (file) return file;
	}
	throw new Error(
		`${title} is not installed. Install it (on Debian and Ubuntu as root: .ci/setup)` +
			(variable ? ` or set ${variable}.` : '.'),
	);
}

/**
 * The Chromium to drive: that of `CHROME_BIN`, or the one on the search path.
 *
 * @returns {Promise<string>} its path
 * @throws when there is none, with the way out
 */
export async function requireBrowser() {
	return process.env.CHROME_BIN || (await requireProgram('Chromium', browserNames, 'CHROME_BIN'));
}
