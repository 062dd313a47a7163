import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { remark } from 'remark';
import { visit } from 'unist-util-visit';

/** Where the pictures of the documents are. */
const picturesFolder = path.join('docs', 'images');

/**
 * The pictures that no document shows. A document's link to one that is missing is among the links
 * that lead nowhere.
 *
 * @param {Pick<import('./release.mjs').Release, 'project'>} release
 * @returns {Promise<string[]>}
 */
export async function checkPictures({ project }) {
	const shown = new Set();
	const inDocs = await readdir(path.join(project, 'docs'), { recursive: true });
	const names = [
		...(await readdir(project)),
		...inDocs.map((name) => path.join('docs', name)),
	].filter((name) => name.endsWith('.md'));
	for (const name of names) {
		const text = await readFile(path.join(project, name), 'utf8');
		visit(remark().parse(text), 'image', ({ url }) => {
			shown.add(path.join(path.dirname(name), url));
		});
	}
	const pictures = await readdir(path.join(project, picturesFolder));
	return pictures
		.map((name) => path.join(picturesFolder, name))
		.filter((file) => !shown.has(file))
		.sort()
		.map((file) => `no document shows ${file}`);
}
