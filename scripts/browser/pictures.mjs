// Takes the pictures of docs/images in a real n8n: npm run pictures
import '../supportedNode.cjs';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { picturesRecord } from '../documents/pictures.mjs';
import { showRecipes } from './recipes.mjs';
import { openTourEditor, tour } from './tour.mjs';
import { startTestBed } from '../n8n/testBed.mjs';
import { buildProject } from '../build/build.mjs';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));

/** @type {import('./tour.mjs').Scene['show']} */
async function takePicture(name, subject) {
	const page = subject.page();
	// The mouse changes what is under it, and n8n's messages appear at any time.
	await page.mouse.move(0, 0);
	await page.locator('.el-notification').first().waitFor({ state: 'detached' });
	const file = `${folder}${name}.png`;
	await subject.screenshot({ path: file });
	// A drawing of few colors, so a palette makes no visible difference.
	await promisify(execFile)('pngquant', ['--force', '--ext', '.png', '--speed', '1', '64', file]);
	console.log(file);
}

await mkdir(folder, { recursive: true });
await buildProject();
const bed = await startTestBed();
try {
	const editor = await openTourEditor(bed);
	try {
		for (const walk of tour) await walk({ bed, editor, show: takePicture });
		await showRecipes({ bed, editor, show: takePicture });
	} finally {
		await editor.close();
	}
} finally {
	await bed.stop();
}
const { file, text } = await picturesRecord();
await writeFile(file, text);
