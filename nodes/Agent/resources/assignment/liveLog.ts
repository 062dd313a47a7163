import type { IDataObject } from 'n8n-workflow';
import { readLogLinesAfter, type RunIdentifiers } from '../../../../src/agent/runs/runLogs';
import type { ItemContext } from '../../../../src/runtime/operation';
import { logTextNames } from '../../../../src/api/assumedNames';
import type { LiveText } from '../../ask/liveText';

function toText(line: IDataObject): string {
	const text = logTextNames.map((name) => line[name]).find((value) => typeof value === 'string');
	return `${typeof text === 'string' ? text : JSON.stringify(line)}\n`;
}

/** Streams the log lines of a run while it is active, each once and in order. */
export class LiveLog {
	private position: string | undefined;

	constructor(
		private readonly item: ItemContext,
		private readonly live: LiveText,
		private readonly run: RunIdentifiers,
	) {}

	/** If the log cannot be read, the next call reads it. */
	async streamNewLines(): Promise<void> {
		if (!this.live.isActive) return;
		const { item, run } = this;
		try {
			const { lines, position } = await readLogLinesAfter(item.service, run, false, this.position);
			this.position = position;
			for (const line of lines) await this.live.add(toText(line));
		} catch {
			item.functions.logger.warn(
				`The log of run ${run.runId} could not be read. The next poll reads it again.`,
			);
		}
	}
}
