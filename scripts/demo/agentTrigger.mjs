/** n8n polls once a minute at most for each rule, so a poll every two seconds takes thirty rules. */
const everyTwoSeconds = Array.from({ length: 30 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 2} * * * * *`,
}));

/** @type {import('./context.mjs').DemoStep} */
export const agentTrigger = {
	title: 'A run that starts a workflow',
	async run({ bed: { client, sandbox }, examples, signal }) {
		const example = examples.get('agent-trigger');
		if (!example) throw new Error('examples/agent-trigger.json is missing.');
		const isTrigger = (/** @type {{ type: string }} */ { type }) => type.endsWith('AgentTrigger');
		const workflow = await client.importWorkflow({
			...example,
			name: `${example.name}, polled every two seconds`,
			nodes: example.nodes.map((node) =>
				isTrigger(node)
					? {
							...node,
							parameters: {
								...node.parameters,
								watch: 'all',
								triggerOn: ['runFinished'],
								pollTimes: { item: everyTwoSeconds },
							},
						}
					: node,
			),
		});
		await client.activate(workflow);
		try {
			const { runId } = sandbox.runs.start(String(sandbox.samples.assignmentId), {
				durationMs: 500,
			});
			const [execution] = await client.waitForExecutions(workflow, 1, { timeout: 30_000, signal });
			const trigger = workflow.nodes.find(isTrigger)?.name ?? '';
			const event = execution?.items(trigger).find((item) => item.runId === runId);
			if (!event) throw new Error(`No event of run ${runId} arrived.`);
			return [`${event.event}: run ${event.runId} of assignment ${event.assignmentId}`];
		} finally {
			await client.deactivate(workflow);
		}
	},
};
