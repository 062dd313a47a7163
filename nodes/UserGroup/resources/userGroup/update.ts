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
	noteUnchanged,
	previewOption,
	unsentItem,
} from '../../../../src/forms/changeSet/desiredUpdate';
import { readUpdateFields } from '../../../../src/forms/collectionEntries';
import { fieldCollection } from '../../../../src/forms/formProperties';
import { userGroupChangeSets, userGroupFields } from './userGroupFields';
import { groupPicker } from '../../../../src/forms/pickers';
import { isOn } from '../../../../src/forms/parameters';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { verifiedFields, verifyChange, verifyOption } from '../../../../src/runtime/verify';
import { groupChange, groupTable, readDesiredUpdate } from './desired';

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
	description: 'Update the name and the access of a user group',
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
	options: [
		previewOption,
		...verifyOptions,
		{
			...currentStateField,
			displayOptions: { show: { '/changeMode': ['desired'] } },
			description: 'The user group as it is now. If not set, the node reads it from the service.',
		},
	],
	outputFields: { ...confirmation('userGroup.update', 'success'), changed: 'boolean' },
	async execute(item) {
		const { groupId } = item.path;
		let body: UserGroupUpdate;
		const isDesired = isDesiredMode(item);
		const isVerified = isOn(item, isDesired ? verify.desired : verify.changes, 'options');
		if (isDesired) {
			const desired = await readDesiredUpdate(item, groupId);
			const unsent = unsentItem(item, desired);
			if (unsent) return [{ ...unsent, groupId }];
			body = desired.body ?? {};
		} else {
			body = {
				...readUpdateFields(item, userGroupFields),
				...readChangeSets(item, userGroupChangeSets),
			};
			if (Object.keys(body).length === 0) {
				noteUnchanged(item);
				return [{ changed: false, groupId }];
			}
		}
		const { record } = await item.request({ body });
		const confirmed = { ...record, success: true, changed: true, groupId };
		if (!isVerified) return [confirmed];
		const verification = await verifyChange(item, { ...groupChange(body), path: item.path });
		return [{ ...confirmed, ...verifiedFields(verification) }];
	},
};
