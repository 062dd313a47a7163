import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { remark } from 'remark';
import remarkValidateLinks from 'remark-validate-links';
import { engine } from 'unified-engine';
import { visit } from 'unist-util-visit';
import { VFile } from 'vfile';

/** Folders with documents, or with files that name addresses. */
const folders = ['.', '.github', 'credentials', 'docs', 'nodes'];

/** What names addresses of its own: n8n shows them. */
const describing = /(?:\.node\.json|\.credentials\.ts|\.ya?ml)$/;

/** The engine hands it all files, which its own type does not say. */
const validateLinks = /** @type {import('unified').Plugin<unknown[]>} */ (
	/** @type {unknown} */ (remarkValidateLinks)
);

/**
 * The links of the documents that lead nowhere: to a file, or to a heading of one. Of a link to
 * elsewhere, only the form is looked at.
 *
 * @param {Pick<import('./release.mjs').Release, 'project' | 'manifest'>} release
 * @returns {Promise<string[]>}
 */
export async function checkLinks({ project, manifest }) {
	const names = (
		await Promise.all(
			folders.map(async (folder) =>
				(await readdir(path.join(project, folder), { recursive: folder !== '.' })).map((name) =>
					path.join(folder, name),
				),
			),
		)
	).flat();
	const fileOf = (/** @type {string} */ name, /** @type {string} */ value) =>
		new VFile({ path: path.join(project, name), cwd: project, value });
	const files = await Promise.all(
		names
			.filter((name) => name.endsWith('.md') || describing.test(name))
			.map(async (name) => {
				const text = await readFile(path.join(project, name), 'utf8');
				if (name.endsWith('.md')) return fileOf(name, text);
				// As a document of links, so that one program judges them all.
				const value = linksIn(text, manifest.homepage).join('\n\n');
				return fileOf(`${path.basename(name)}.md`, value);
			}),
	);
	await new Promise((resolve, reject) => {
		engine(
			{
				processor: remark(),
				plugins: [[validateLinks, { repository: false }], checkForms],
				files,
				cwd: project,
				streamError: nowhere(),
			},
			(error, code) => (error ? reject(error) : resolve(code)),
		);
	});
	return files.flatMap(({ path: name, messages }) =>
		messages.map(
			({ reason, line }) =>
				`${path.relative(project, path.resolve(project, name))}:${line ?? 1}: ${reason}`,
		),
	);
}

/** What was found is told by the messages of the files. */
function nowhere() {
	return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/**
 * As links to the files of the project, where they lead into its repository.
 *
 * @param {string} text
 * @param {string} homepage
 */
function linksIn(text, homepage) {
	const own = homepage.replace(/#.*$/, '');
	return [...text.matchAll(/https?:\/\/[^\s"'`<>)]+/g)].map(([address]) => {
		const inside = address.replace(`${own}#`, 'README.md#').replace(`${own}/blob/HEAD/`, '');
		return `[there](${inside})`;
	});
}

/** Marks addresses of elsewhere that are none, or that anybody on the way could change. */
function checkForms() {
	return (/** @type {import('unist').Node} */ tree, /** @type {VFile} */ file) =>
		visit(tree, (node) => {
			if (!('url' in node) || typeof node.url !== 'string' || !/^[a-z][a-z\d+.-]*:/i.test(node.url))
				return;
			const address = URL.canParse(node.url) ? new URL(node.url) : undefined;
			const isGood = address?.protocol === 'https:' && address.hostname.includes('.');
			if (!isGood) file.message(`\`${node.url}\` is no address that begins with https://`, node);
		});
}
