import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { fieldNamesLabel } from '../../src/api/assumedNames';
import { authenticationField, eitherCredential } from '../../src/forms/authentication';
import { optionsField, requestOptions } from '../../src/forms/options';
import { notice } from '../../src/forms/parameters';
import { itemNode } from '../../src/runtime/describe';
import { executeEach } from '../../src/runtime/runOperation';
import { check, question } from './check';

export class IntegrationServiceCheck implements INodeType {
	description: INodeTypeDescription = {
		...itemNode,
		displayName: 'Integration Service Check',
		name: 'integrationServiceCheck',
		icon: { light: 'file:../../icons/check.svg', dark: 'file:../../icons/check.dark.svg' },
		subtitle: 'field names',
		description: "Compare the service's fields with the fields that the nodes expect",
		defaults: { name: 'Integration Service Check' },
		usableAsTool: true,
		builderHint: {
			searchHint: `Only reads, unless Question in the options asks the agent. Its first item has the '${fieldNamesLabel}' to paste into the credential.`,
		},
		credentials: eitherCredential,
		properties: [
			authenticationField,
			notice(
				'reads',
				"Reads one page of each list. Changes nothing. Only 'Question' in Options starts a new thread.",
			),
			optionsField([question], requestOptions),
		],
	};

	execute = executeEach(check);
}
