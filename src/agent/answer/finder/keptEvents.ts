/** The events of an unknown format, kept until the stream has ended. */
import { ReceivedEvent } from '../events/receivedEvent';
import type { RepeatedEvent } from '../reader/repeatedEvent';

/** Texts of events that are else the same. */
interface Repeats {
	readonly like: RepeatedEvent;
	readonly texts: string[];
}

export class KeptEvents implements Iterable<ReceivedEvent> {
	private readonly kept: Array<ReceivedEvent | Repeats> = [];

	/** Keeps an event as it arrived. What was parsed would take several times as much memory. */
	add({ data, event, id }: ReceivedEvent): void {
		this.kept.push(new ReceivedEvent(data, event, id));
	}

	/** Keeps only the text of an event. */
	repeat(like: RepeatedEvent, text: string): void {
		const last = this.kept.at(-1);
		// A part of the data would keep all of the data.
		const copy = JSON.parse(JSON.stringify(text)) as string;
		if (last && 'like' in last && last.like === like) last.texts.push(copy);
		else this.kept.push({ like, texts: [copy] });
	}

	*[Symbol.iterator](): Generator<ReceivedEvent> {
		for (const each of this.kept) {
			if (each instanceof ReceivedEvent) yield each;
			else for (const text of each.texts) yield each.like.withText(text);
		}
	}
}
