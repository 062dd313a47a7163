import { InputError } from '../../src/api/errors';
import type { Poll, PollingTrigger } from '../../src/polling/poll';
import {
	findRecordEvents,
	findTestRecord,
	type RecordPoll,
	type RecordState,
} from './comparedRecords';
import { readSettings, type TriggerSettings } from './form';
import { findJournalEvents, findTestJournal, type JournalState } from './journals';

const idKeys = {
	journal: 'journal.journalId',
	user: 'user.userId',
	userGroup: 'group.groupId',
} as const;

/** Each resource has a state of its own, see `source` of a poll. */
export const recordTrigger: PollingTrigger<TriggerSettings, RecordState | JournalState> = {
	readSettings,
	idKeysOf: ({ resource }) => [idKeys[resource]],
	async findEvents(poll, state) {
		return isCompared(poll)
			? await findRecordEvents(poll, state as RecordState | undefined)
			: await findJournalEvents(poll, state as JournalState | undefined);
	},
	async getTestEvent(poll) {
		const found = isCompared(poll) ? await findTestRecord(poll) : await findTestJournal(poll);
		if (found) return found;
		throw new InputError(
			'There is no record yet',
			'Create a record in the service. Then test this trigger again.',
		);
	},
};

const isCompared = (poll: Poll<TriggerSettings>): poll is RecordPoll =>
	poll.settings.resource !== 'journal';
