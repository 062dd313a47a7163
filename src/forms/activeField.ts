import type { INodeProperties } from 'n8n-workflow';
import { unchangedLabel, type Writing } from './body';
import { active } from './fields/bodyFields';
import type { FormItem } from './formItem';
import { isEmpty, readValue } from './value';

/**
 * The active flag of a form, where the user chose one.
 *
 * @throws InputError where the value says neither
 */
export function readActive(item: FormItem): { active?: boolean } {
	const value = item.parameter<unknown>(active.name, '');
	return isEmpty(value) ? {} : { active: readValue(active, value) === true };
}

/** The active flag of a record, which is only sent where the user chose. */
export function activeField(writing: Writing, description: string): INodeProperties {
	return {
		displayName: 'Active',
		name: 'active',
		type: 'options',
		options: [
			{ name: unchangedLabel[writing], value: '' },
			{ name: 'Active', value: true },
			{ name: 'Inactive', value: false },
		],
		default: '',
		description,
	};
}
