// Tells when a picture of the documents no longer shows what n8n shows.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { built, builtNodes } from './builtNodes.mjs';

const picturesFolder = path.join('docs', 'images');

/** What each picture showed when it was taken, as a hash by the name of its file. */
const recordFile = path.join(picturesFolder, 'pictures.json');

/**
 * What each picture shows, by its name.
 *
 * @type {Record<string, () => unknown>}
 */
const subjects = {
	install: () => 'n8n-nodes-integration-service',
	nodes: () =>
		builtNodes().map(({ description: { displayName, description } }) => [displayName, description]),
	credential: credentialForm,
	picker: () => form('User', 'user.get'),
	form: () => form('User', 'user.get'),
	'change-set': () => form('User Group', 'userGroup.update'),
	'answer-format': () => form('Agent', 'thread.create'),
	example: () => example('users-and-groups'),
	chat: () => example('agent-chat'),
	'chat-finished': () => example('agent-chat'),
	run: () => example('agent-run'),
	trigger: () => example('agent-trigger'),
};

function credentialForm() {
	const name = 'IntegrationServiceOAuth2Api';
	const { [name]: Credential } = built(`credentials/${name}.credentials.js`);
	return new Credential().properties;
}

/**
 * @param {string} node
 * @param {string} id of an operation
 */
function form(node, id) {
	return builtNodes()
		.filter(({ name }) => name === node)
		.flatMap(({ resources }) => resources)
		.flatMap(({ operations }) => operations)
		.find((operation) => operation.id === id)?.fields;
}

/**
 * What the canvas shows of an example.
 *
 * @param {string} name
 */
async function example(name) {
	const { nodes, connections } = JSON.parse(
		await readFile(path.join('examples', `${name}.json`), 'utf8'),
	);
	return { nodes, connections };
}

/** @param {string} picture its name */
function subjectOf(picture) {
	const recipe = /^recipe-(.+)$/.exec(picture)?.[1];
	if (recipe) return example(recipe);
	const subject = subjects[picture];
	if (!subject) throw new Error(`${recordFile} doesn't know what ${picture}.png shows`);
	return subject();
}

/** @returns {Promise<Record<string, string>>} what the pictures have to show now, by file */
async function currentPictures() {
	const icons = await Promise.all(
		(await readdir('icons')).map((file) => readFile(path.join('icons', file), 'utf8')),
	);
	const files = (await readdir(picturesFolder)).filter((file) => file.endsWith('.png'));
	const hashes = files.map(async (file) => {
		const shown = JSON.stringify([await subjectOf(path.basename(file, '.png')), icons]);
		return [file, createHash('sha256').update(shown).digest('hex').slice(0, 16)];
	});
	return Object.fromEntries(await Promise.all(hashes));
}

/** The record for {@link stalePictures}, to be written when all pictures have been taken. */
export async function picturesRecord() {
	return { file: recordFile, text: `${JSON.stringify(await currentPictures(), null, '\t')}\n` };
}

/** @returns {Promise<string[]>} the files of pictures that show an earlier form or example */
export async function stalePictures() {
	const taken = JSON.parse(await readFile(recordFile, 'utf8'));
	return Object.entries(await currentPictures())
		.filter(([file, hash]) => taken[file] !== hash)
		.map(([file]) => path.join(picturesFolder, file));
}
