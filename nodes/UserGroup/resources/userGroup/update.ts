import { formList } from '../../../../src/forms/collectionEntries';
import { readChanges } from '../../../../src/forms/changeSet/changeSet';
import {
	changeModeFields,
	changesNothing,
	changesOf,
	changesOutput,
	currentStateField,
	desiredStateField,
	isDesiredMode,
	unchangedItem,
} from '../../../../src/forms/changeSet/desiredUpdate';
import { isOn } from '../../../../src/forms/parameters';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { verifyChange, verifyOption, verifyOutput } from '../../../../src/runtime/verify';
import { groupTable, groupVerification, keyedState, readDesiredUpdate } from './desired';

/** On by default if the node works out the changes. */
const verifyOptions = [false, true].map((isDesired) => ({
	...verifyOption(isDesired),
	displayOptions: { show: { '/changeMode': [isDesired ? 'desired' : 'changes'] } },
}));

export const update: NodeOperation = {
	id: 'userGroup.update',
	description: 'Update the name and access of a user group',
	fields: changeModeFields(groupTable, [], []),
	keyedLists: [
		{ parameter: 'reports', read: (form) => formList(form, 'reports') },
		keyedState(desiredStateField.name),
	],
	options: [
		...verifyOptions,
		{
			...currentStateField,
			displayOptions: { show: { '/changeMode': ['desired'] } },
			description:
				"The user group as it is now, with each list of 'Desired State'. If not set, the node reads it from the service.",
		},
	],
	outputFields: { changed: 'boolean', ...changesOutput, ...verifyOutput },
	async execute(item) {
		const groupId = Number(item.path.groupId);
		const isDesired = isDesiredMode(item);
		const verifies = isOn(item, verifyOption(isDesired), 'options');
		const planned = isDesired
			? await readDesiredUpdate(item, groupId)
			: { current: {}, body: readChanges(item, groupTable), summary: [] };
		const { body, current } = planned;
		const changes = isDesired ? changesOf(planned) : {};
		if (changesNothing(planned)) return [{ ...unchangedItem(item, current, changes), groupId }];
		const preview = isDesired ? { ...changes, groupId } : {};
		const { record } = await item.request({ body, preview });
		const sent = { success: true, changed: true, ...record, groupId, ...changes };
		if (!verifies) return [sent];
		const verification = groupVerification(item.fieldNames);
		const { fields } = await verifyChange(item, item.path, verification, body);
		return [{ ...sent, ...fields }];
	},
};
