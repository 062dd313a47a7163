import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../src/api/errors';
import type { Poll, PollingTrigger, PollResult } from '../../src/polling/poll';
import { findRecordEvents, findSample, type RecordPoll, type RecordState } from './comparedRecords';
import { readSettings, type TriggerSettings } from './form';
import { findJournalEvents, findSampleJournal, type JournalState } from './journals';
import { toItem } from './recordEvent';

/** Each resource has a state of its own, see `source` of a poll. */
type State = RecordState | JournalState;

export const recordTrigger: PollingTrigger<TriggerSettings, State> = {
	readSettings,
	async findEvents(poll, state): Promise<PollResult<State>> {
		return hasJournals(poll)
			? await findJournalEvents(poll, state as JournalState | undefined)
			: await findRecordEvents(poll as RecordPoll, state as RecordState | undefined);
	},
	async getTestEvent(poll) {
		const sample = hasJournals(poll)
			? await findSampleJournal(poll)
			: await findSampleRecord(poll as RecordPoll);
		if (sample) return sample;
		throw new InputError(
			'There is no record yet',
			'Create a record in the service. Then test this trigger again.',
		);
	},
};

const hasJournals = ({ settings }: Poll<TriggerSettings>) => settings.resource === 'journal';

async function findSampleRecord(poll: RecordPoll): Promise<IDataObject | undefined> {
	const sample = await findSample(poll);
	const [event = 'created'] = poll.settings.triggerOn;
	if (!sample) return undefined;
	const { id } = sample;
	const record = event === 'deleted' ? null : sample.record;
	return toItem(poll, { event, id, record, occurrence: ['sample'] });
}
