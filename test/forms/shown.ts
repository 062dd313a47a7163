import {
	type INodeCredentialDescription,
	type INodeParameters,
	type INodeProperties,
	NodeHelpers,
} from 'n8n-workflow';

/**
 * Whether the editor shows a field.
 *
 * @param parameters what is filled in parameters it
 * @param form the values of the whole form, if the field is in a collection
 */
export function isShown(
	field: INodeProperties | INodeCredentialDescription,
	parameters: INodeParameters,
	form = parameters,
): boolean {
	return NodeHelpers.displayParameter(parameters, field, { typeVersion: 1 }, null, form);
}
