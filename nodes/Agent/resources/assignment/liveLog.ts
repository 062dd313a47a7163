import type { IDataObject } from 'n8n-workflow';
import { readLogLinesAfter, type RunIdentifiers } from '../../../../src/agent/runs/runLogs';
import type { ItemContext } from '../../../../src/runtime/operation';
import { logTextNames } from '../../../../src/api/assumedNames';
import type { LiveText } from '../../ask/liveText';

function textOf(line: IDataObject): string {
	const text = logTextNames.map((name) => line[name]).find((value) => typeof value === 'string');
	return `${typeof text === 'string' ? text : JSON.stringify(line)}\n`;
}

/** Passes the log lines of a run on while it goes, each once and in order. */
export class LiveLog {
	private position: string | undefined;

	/**
	 * @param live who listens
	 * @param run which run
	 */
	constructor(
		private readonly item: ItemContext,
		private readonly live: LiveText,
		private readonly run: RunIdentifiers,
	) {}

	/** Passes on what is new. A log that cannot be read now is read the next time. */
	async passOn(): Promise<void> {
		if (!this.live.isHeard) return;
		const { item, run } = this;
		try {
			const { lines, position } = await readLogLinesAfter(item.service, run, false, this.position);
			this.position = position;
			for (const line of lines) await this.live.add(textOf(line));
		} catch {
			item.functions.logger.warn(`The log of run ${run.runId} could not be read for now`);
		}
	}
}
