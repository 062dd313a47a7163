import type { IDataObject } from 'n8n-workflow';
import { readLogLinesAfter } from '../../../../src/agent/runs/runLogs';
import { namesOf } from '../../../../src/api/assumedNames';
import type { ItemContext } from '../../../../src/runtime/operation';
import type { LiveText } from '../../ask/liveText';

/** Streams the log of a run to the chat or webhook, each line once and in order. */
export class LiveLog {
	/** Of the last line, in the log. */
	private position: string | undefined;

	constructor(
		private readonly item: ItemContext<'assignment.run'>,
		private readonly live: LiveText,
	) {}

	async streamNewLines(runId: string): Promise<void> {
		const { service, path, functions } = this.item;
		if (!this.live.isActive) return;
		try {
			const log = await readLogLinesAfter(service, { ...path, runId }, false, this.position);
			this.position = log.position;
			await this.live.add(log.lines.map(lineText));
		} catch {
			functions.logger.warn(
				`The log of run ${runId} could not be read. The next poll reads it again.`,
			);
		}
	}
}

function lineText(line: IDataObject): string {
	const text = namesOf('log.text')
		.map((name) => line[name])
		.find((value) => typeof value === 'string');
	return `${typeof text === 'string' ? text : JSON.stringify(line)}\n`;
}
