import { readFile } from 'node:fs/promises';

/** The recipes of docs/recipes.md, by the names of their files. */
const recipes = [
	'joiners',
	'leavers',
	'new-journals',
	'returns-from-csv',
	'human-review',
	'group-audit',
	'agent-chat',
	'failed-executions',
];

/** What n8n shows around a workflow that fits the canvas. */
const around = { width: 80, height: 160 };

const onlyTheCanvas = `
	* { visibility: hidden !important; }
	.vue-flow, .vue-flow * { visibility: visible !important; }
	[data-test-id^="execute-workflow-button"], .vue-flow__controls, .vue-flow__panel { display: none !important; }
`;

/**
 * Shows the canvas of each recipe, in the editor of the tour.
 *
 * @param {import('./tour.mjs').Scene} scene
 */
export async function showRecipes({ bed, editor, show }) {
	const { page } = editor;
	const before = page.viewportSize();
	for (const recipe of recipes) {
		const file = new URL(`../../examples/${recipe}.json`, import.meta.url);
		const workflow = JSON.parse(await readFile(file, 'utf8'));
		const { width, height } = sizeOf(workflow.nodes);
		await page.setViewportSize({ width: width + around.width, height: height + around.height });
		await editor.openWorkflow(await bed.client.importWorkflow(workflow, bed.credentials));
		await editor.see('zoom-to-fit').click();
		// The icons of nodes arrive last.
		await page.waitForLoadState('networkidle');
		await page.addStyleTag({ content: onlyTheCanvas });
		await show(`recipe-${recipe}`, page.locator('.vue-flow'));
	}
	if (before) await page.setViewportSize(before);
}

/** @param {{ position: number[], parameters: { width?: number, height?: number } }[]} nodes */
function sizeOf(nodes) {
	const boxes = nodes.map(({ position: [x = 0, y = 0], parameters }) => ({
		left: x,
		top: y,
		right: x + (parameters.width ?? 160),
		bottom: y + (parameters.height ?? 160),
	}));
	return {
		width:
			Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left)),
		height:
			Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top)),
	};
}
