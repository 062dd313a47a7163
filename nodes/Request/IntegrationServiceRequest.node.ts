import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { authenticationField, eitherCredential } from '../../src/forms/authentication';
import { optionsField } from '../../src/forms/options';
import { itemNode } from '../../src/runtime/describe';
import { executeEach } from '../../src/runtime/runOperation';
import { requestFields, requestNodeOptions } from './requestFields';
import { request } from './request';

export class IntegrationServiceRequest implements INodeType {
	description: INodeTypeDescription = {
		...itemNode,
		displayName: 'Integration Service Request',
		name: 'integrationServiceRequest',
		icon: { light: 'file:../../icons/request.svg', dark: 'file:../../icons/request.dark.svg' },
		subtitle: '={{ $parameter["method"] + " " + $parameter["path"] }}',
		description: 'Send any other request to the integration service, by method, path, and scope',
		defaults: { name: 'Integration Service Request' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Only for operations without their own node. The API documentation of the service has the method, path, and scope.',
		},
		credentials: eitherCredential,
		properties: [authenticationField, ...requestFields, optionsField(requestNodeOptions)],
	};

	execute = executeEach(request);
}
