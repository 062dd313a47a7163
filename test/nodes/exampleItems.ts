import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type OperationId, operations } from '../../src/api/operations';
import { Engine } from '../engine/engine';
import { startSandbox } from '../sandbox';
import { credentialsFor, type NodeOperationId, nodeTypeOf, runCase } from './runCase';

/** What the pages of the nodes show of a list or a text. */
const shown = { entries: 2, characters: 80 };

const exampleTime = '2026-01-15T09:30:00.000Z';

/** A value that reads well on a page and is the same every time. */
function shorten(value: unknown, started: number): unknown {
	if (Array.isArray(value)) {
		return value.slice(0, shown.entries).map((entry) => shorten(entry, started));
	}
	if (typeof value === 'object' && value !== null) {
		const fields = Object.entries(value).map(([name, each]) => [name, shorten(each, started)]);
		return Object.fromEntries(fields) as IDataObject;
	}
	if (typeof value !== 'string') return value;
	const isNow =
		/^\d{4}-\d\d-\d\dT/.test(value) && Math.abs(Date.parse(value) - started) < 86_400_000;
	if (isNow) return exampleTime;
	return value.length > shown.characters ? `${value.slice(0, shown.characters)}…` : value;
}

/** An item of each operation, by its ID, as its node returns it from the sandbox. */
export async function exampleItems(): Promise<Record<string, unknown>> {
	const engine = await Engine.load();
	const items: Record<string, unknown> = {};
	const anna = { firstName: 'Anna', lastName: 'Meyer' };
	const upserts: Partial<Record<NodeOperationId, INodeParameters>> = {
		'user.upsert': { emailAddress: 'anna.meyer@nordic-outfitters.example', ...anna },
		'userGroup.upsert': { groupName: 'Night Shift' },
	};
	// A page shows an item of the form as it opens.
	const forms: Partial<Record<NodeOperationId, INodeParameters>> = {
		'journal.getAll': { output: 'journals' },
	};
	const ids = [...Object.keys(operations), ...Object.keys(upserts)] as NodeOperationId[];
	const started = Date.now();
	for (const id of ids) {
		const sandbox = await startSandbox({ streamDelayMs: 0 });
		try {
			const [resource = ''] = id.split('.');
			const parameters = upserts[id];
			const run = parameters
				? await engine.runNode({
						type: nodeTypeOf(engine, id),
						parameters: { resource, operation: 'upsert', ...parameters },
						credentials: credentialsFor(sandbox),
					})
				: await runCase(engine, sandbox, id as OperationId, forms[id]);
			if (run.error) throw new Error(`The case of ${id} failed: ${run.error.message}`);
			items[id] = shorten(run.items[0]?.json, started);
		} finally {
			await sandbox.close();
		}
	}
	return items;
}
