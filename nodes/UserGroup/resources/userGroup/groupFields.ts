import type { IDataObject } from 'n8n-workflow';
import { requestNames } from '../../../../src/api/assumedNames';
import { InputError } from '../../../../src/api/errors';
import { type BodyForm, readBody } from '../../../../src/forms/body';
import { active } from '../../../../src/forms/fields/field';
import { groupName } from '../../../../src/forms/fields/recordFields';
import type { FormItem } from '../../../../src/forms/formItem';
import { isEmpty } from '../../../../src/forms/value';

const names = requestNames.group;

export const newGroup: BodyForm<keyof typeof names> = {
	names,
	fields: [groupName],
	collection: 'additionalFields',
	optional: [{ ...active, description: 'Whether the user group is in use' }],
};

/** @throws InputError if the group has no name */
export function readNewGroup(item: FormItem): IDataObject {
	const body = readBody(item, newGroup);
	if (isEmpty(body[names.groupName])) throw InputError.empty(groupName.label);
	return body;
}
