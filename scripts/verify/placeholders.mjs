import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** What stands in for what only the publisher knows. */
const placeholders = [
	{ title: "the author's address", text: 'maintainers@example.org' },
	{ title: 'the repository', text: 'github.com/n8n-nodes-integration-service/' },
];

/** The files and folders in which they are. */
const places = ['package.json', 'SECURITY.md', '.github', 'credentials', 'nodes'];

/**
 * What a person still has to set before the first publication, and where.
 *
 * @param {string} project
 * @returns {Promise<string[]>}
 */
export async function findPlaceholders(project) {
	const files = (await Promise.all(places.map((place) => filesOf(project, place)))).flat();
	const texts = await Promise.all(
		files.map(async (file) => ({ file, text: await readFile(path.join(project, file), 'utf8') })),
	);
	return placeholders.flatMap((placeholder) => {
		const found = texts.filter(({ text }) => text.includes(placeholder.text));
		if (found.length === 0) return [];
		return [`${placeholder.title}, in ${found.map(({ file }) => file).join(', ')}`];
	});
}

/** @param {string} project @param {string} place a file or a folder */
async function filesOf(project, place) {
	if (path.extname(place) !== '') return [place];
	const entries = await readdir(path.join(project, place), {
		recursive: true,
		withFileTypes: true,
	});
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(project, path.join(entry.parentPath, entry.name)));
}
