import { requestNames } from '../../../../src/api/assumedNames';
import type { BodyForm } from '../../../../src/forms/body';
import { active } from '../../../../src/forms/fields/field';
import { groupName } from '../../../../src/forms/fields/recordFields';

const names = requestNames.group;

export const newGroup: BodyForm<keyof typeof names> = {
	names,
	fields: [groupName],
	collection: 'additionalFields',
	optional: [{ ...active, description: 'Whether the user group is in use' }],
};
