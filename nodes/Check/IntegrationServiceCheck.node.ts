import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { authenticationField, eitherCredential } from '../../src/forms/authentication';
import { optionsField, requestOptions } from '../../src/forms/options';
import { builderHint, itemConnection } from '../../src/runtime/describe';
import { runForItems } from '../../src/runtime/runOperation';
import { check, question } from './check';

export class IntegrationServiceCheck implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Integration Service Check',
		name: 'integrationServiceCheck',
		icon: { light: 'file:../../icons/check.svg', dark: 'file:../../icons/check.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: 'field names',
		description: "Compare the service's fields with the fields that the nodes expect",
		defaults: { name: 'Integration Service Check' },
		usableAsTool: true,
		builderHint: builderHint(
			"Only reads. Its item has the 'Field Names (JSON)' to paste into the credential.",
		),
		inputs: itemConnection,
		outputs: itemConnection,
		credentials: eitherCredential,
		properties: [authenticationField, optionsField([question], requestOptions)],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runForItems(this, check);
	}
}
