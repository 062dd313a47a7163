import type { IDataObject } from 'n8n-workflow';
import { confirmation } from '../../../../src/api/outputFields';
import type { UserGroupUpdate } from '../../../../src/api/records';
import {
	changeModeFields,
	currentStateField,
	desiredStateField,
	isDesiredMode,
} from '../../../../src/forms/changeSet/changeMode';
import { changeSetProperty, readChangeSets } from '../../../../src/forms/changeSet/changeSet';
import {
	changesOf,
	changesOutput,
	noteUnchanged,
	unchangedItem,
} from '../../../../src/forms/changeSet/desiredUpdate';
import { desiredSource } from '../../../../src/forms/changeSet/recordState';
import { readUpdateFields } from '../../../../src/forms/collectionEntries';
import { fieldCollection } from '../../../../src/forms/formProperties';
import { userGroupChangeSets, userGroupFields } from './userGroupFields';
import { groupPicker } from '../../../../src/forms/pickers';
import { isOn } from '../../../../src/forms/parameters';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';
import { withDetails } from '../../../../src/runtime/preview';
import {
	verifiedFields,
	verifyChange,
	verifyOption,
	verifyOutput,
} from '../../../../src/runtime/verify';
import { groupChange, groupTable, keyedState, readDesiredUpdate } from './desired';

/** On by default if the node works out the changes. */
const verify = { changes: verifyOption(false), desired: verifyOption(true) };

const verifyOptions = Object.entries(verify).map(([mode, option]) => ({
	...option,
	displayOptions: { show: { '/changeMode': [mode] } },
}));

export const update: NodeOperation<'userGroup.update'> = {
	id: 'userGroup.update',
	name: 'Update',
	action: 'Update user group',
	description: 'Update the name and access of a user group',
	fields: [
		groupPicker,
		...changeModeFields(
			[
				fieldCollection('updateFields', userGroupFields),
				...userGroupChangeSets.map(changeSetProperty),
			],
			[desiredStateField(groupTable.example)],
		),
	],
	keyedLists: [
		{ parameter: 'reports', read: (form) => form.parameter('reports', {}) },
		keyedState(desiredSource.parameter),
	],
	options: [
		...verifyOptions,
		{
			...currentStateField,
			displayOptions: { show: { '/changeMode': ['desired'] } },
			description: 'The user group as it is now. If not set, the node reads it from the service.',
		},
	],
	outputFields: {
		...confirmation('userGroup.update', 'success'),
		changed: 'boolean',
		...changesOutput,
		...verifyOutput,
	},
	async execute(item) {
		const { groupId } = item.path;
		const isDesired = isDesiredMode(item);
		const verifies = isOn(item, isDesired ? verify.desired : verify.changes, 'options');
		if (isDesired) {
			const desired = await readDesiredUpdate(item, groupId);
			if (desired.body === undefined) return [{ ...unchangedItem(item, desired), groupId }];
			return [await sendUpdate(item, desired.body, verifies, changesOf(desired))];
		}
		const body: UserGroupUpdate = {
			...readUpdateFields(item, userGroupFields),
			...readChangeSets(item, userGroupChangeSets),
		};
		if (Object.keys(body).length > 0) return [await sendUpdate(item, body, verifies)];
		if (item.isPreview) return [{ preview: true, groupId }];
		noteUnchanged(item);
		return [{ changed: false, groupId }];
	},
};

/** @param changes what the item states about them, if the node worked them out */
async function sendUpdate(
	item: ItemContext<'userGroup.update'>,
	body: UserGroupUpdate,
	verifies: boolean,
	changes?: IDataObject,
): Promise<IDataObject> {
	const { groupId } = item.path;
	const request = item.request({ body });
	const { record } = await (changes ? withDetails(request, { ...changes, groupId }) : request);
	const sent = { ...record, success: true, changed: true, groupId, ...changes };
	if (!verifies) return sent;
	const verification = await verifyChange(item, { ...groupChange(body), path: item.path });
	return { ...sent, ...verifiedFields(verification) };
}
