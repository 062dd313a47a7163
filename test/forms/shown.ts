import {
	type INodeCredentialDescription,
	type INodeParameters,
	type INodeProperties,
	NodeHelpers,
} from 'n8n-workflow';

/**
 * Whether the editor shows a field.
 *
 * @param beside what is filled in beside it
 * @param form what is filled in in the whole form, where the field lies deeper
 */
export function isShown(
	field: INodeProperties | INodeCredentialDescription,
	beside: INodeParameters,
	form = beside,
): boolean {
	return NodeHelpers.displayParameter(beside, field, { typeVersion: 1 }, null, form);
}
