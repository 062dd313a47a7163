import type { IDataObject } from 'n8n-workflow';
import { readLogLinesAfter } from '../../../../src/agent/runs/runLogs';
import { namesOf } from '../../../../src/api/assumedNames';
import type { FieldNames } from '../../../../src/api/fieldNames';
import type { ItemContext } from '../../../../src/runtime/operation';
import type { LiveText } from '../../ask/liveText';

/** Streams the new log lines of a run to the chat or webhook, each line once and in order. */
export type StreamLog = (runId: string) => Promise<void>;

export function streamLogOf(item: ItemContext<'assignment.run'>, live: LiveText): StreamLog {
	const { service, path, functions } = item;
	/** Of the last line, in the log. */
	let position: string | undefined;
	return async (runId) => {
		if (!live.isActive) return;
		try {
			const log = await readLogLinesAfter(service, { ...path, runId }, false, position);
			position = log.position;
			await live.add(log.lines.map((line) => lineText(service.fieldNames, line)));
		} catch {
			functions.logger.warn(
				`The log of run ${runId} could not be read. The next poll reads it again.`,
			);
		}
	};
}

function lineText(names: FieldNames, line: IDataObject): string {
	const named = names.toNodes('log', line);
	const text = namesOf('log.text')
		.map((name) => named[name])
		.find((value) => typeof value === 'string');
	return `${text ?? JSON.stringify(line)}\n`;
}
