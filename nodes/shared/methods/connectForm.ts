import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { defaultOptions } from '../form/options';
import { type Authentication, ServiceClient } from '../transport/serviceClient';

/**
 * The service as a picker or drop-down sees it.
 *
 * @param functions n8n's context of the form
 */
export async function connectForm(functions: ILoadOptionsFunctions): Promise<ServiceClient> {
	const chosen = functions.getNodeParameter('authentication', 'clientCredentials');
	return await ServiceClient.connect(functions, chosen as Authentication, {
		timeout: defaultOptions.timeout,
		maxRetries: 1,
	});
}
