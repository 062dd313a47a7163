import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../../../src/agent/answer/answer';
import {
	isHeartbeat,
	readEvents,
	type ReceivedEvent,
} from '../../../src/agent/answer/receivedEvent';
import { ServiceError, withPartialResult } from '../../../src/api/errors';
import { eventRecord } from '../../../src/http/eventRecord';
import { readEventBatches } from '../../../src/http/eventStream';
import type { HttpResponse } from '../../../src/http/request';
import type { AnswerOptions } from './askFields';
import type { LiveText } from './liveText';

/** How long the connection may stay open after the end of an answer, in milliseconds. */
const closingMilliseconds = 2000;

interface Receivers {
	readonly live?: LiveText;
	/** Gets the events, if they are part of the output. */
	readonly events?: IDataObject[];
}

/** The stream of an answer, from its first event to the end of its connection. */
export class AnswerStream {
	/** When to close the connection, in milliseconds since 1970. */
	private closesAt: number | undefined;

	constructor(
		private readonly answer: Answer,
		private readonly options: AnswerOptions,
		private readonly receivers: Receivers,
	) {}

	/** @throws ServiceError if the answer is interrupted or the agent fails; `received` has what arrived */
	async receive(response: HttpResponse, signal?: AbortSignal): Promise<void> {
		const { live, events } = this.receivers;
		const failure = await this.receiveEvents(response, signal).then(
			() => undefined,
			(error: unknown) => error,
		);
		response.close();
		await live?.add(this.answer.finish());
		const isEnd = this.answer.end !== undefined && isEndOfConnection(failure);
		if (failure === undefined || isEnd) return;
		throw withPartialResult(failure, { ...this.answer.part(), ...(events && { events }) });
	}

	private async receiveEvents(response: HttpResponse, signal?: AbortSignal): Promise<void> {
		const { live } = this.receivers;
		const limits = {
			...this.options,
			closesAt: () => this.closesAt,
			onTypeAlone: (type: string) => {
				const failure = this.answer.addTypeAlone(type);
				if (failure) throw new ServiceError(failure);
			},
		};
		await live?.begin();
		for await (const batch of readEventBatches(response, limits, signal)) {
			for (const event of batch.flatMap(readEvents)) {
				const text = this.add(event);
				// Without a chat, waiting for each text would only take time.
				if (text !== '' && live?.isActive) await live.add(text);
			}
		}
	}

	/** Returns the text to send live. */
	private add(event: ReceivedEvent): string {
		this.receivers.events?.push(eventRecord(event, event.value));
		const { text, failure } = this.answer.add(event);
		if (failure) throw new ServiceError(failure);
		this.setClosing(event);
		return text;
	}

	private setClosing(event: ReceivedEvent): void {
		const { end } = this.answer;
		if (end === undefined) {
			this.closesAt = undefined;
		} else if (end === 'closed') {
			this.closesAt = Math.min(this.closesAt ?? Infinity, Date.now() + closingMilliseconds);
		} else if (!isHeartbeat(event)) {
			this.closesAt = Date.now() + this.options.idleTimeout;
		}
	}
}

/** After its end event an answer is complete, however its connection ends. */
function isEndOfConnection(reason: unknown): boolean {
	return (
		reason instanceof ServiceError &&
		(reason.errorCode === 'network' || reason.errorCode === 'timeout')
	);
}
