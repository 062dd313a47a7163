import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { ExecutionHints } from '../../src/runtime/execution';

/** An execution of n8n with some items. */
function execution(count: number) {
	const hints: NodeExecutionHint[] = [];
	const warnings: string[] = [];
	const functions = {
		addExecutionHints: (...added: NodeExecutionHint[]) => hints.push(...added),
		getInputData: () => Array.from({ length: count }, () => ({ json: {} })),
		logger: { warn: (text: string) => warnings.push(text) },
	};
	return { hints, warnings, functions: functions as unknown as IExecuteFunctions };
}

test('keeps a few of many hints and counts the others', () => {
	const { hints, functions } = execution(1000);
	const collected = new ExecutionHints(functions);
	for (let item = 0; item < 1000; item++) collected.add(item, `Number ${item}.`, 'info');
	collected.flush();
	expect(hints).toHaveLength(1);
	expect(hints[0]?.message.length).toBeLessThan(250);
	expect(hints[0]?.message).toContain('More hints: 995.');
});

test('logs a warning with its item and shows all hints as a warning', () => {
	const { hints, warnings, functions } = execution(1);
	const collected = new ExecutionHints(functions);
	collected.add(0, 'Of interest.', 'info');
	collected.add(0, 'Beware.', 'warning');
	collected.flush();
	expect(warnings).toEqual(['Beware. [item 0]']);
	expect(hints).toEqual([
		{ message: 'Of interest.\n\nBeware.', type: 'warning', location: 'outputPane' },
	]);
});
