import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { readAuthentication } from '../../forms/authentication';
import { defaultOptions } from '../../forms/options';
import { ServiceClient } from '../../http/client';

/**
 * The service as a picker or drop-down sees it.
 *
 * @param functions n8n's context of the form
 */
export async function connectForm(functions: ILoadOptionsFunctions): Promise<ServiceClient> {
	const authentication = readAuthentication({
		node: functions.getNode(),
		parameter: <Value>(name: string, fallback?: Value) =>
			functions.getNodeParameter(name, fallback) as Value,
	});
	return await ServiceClient.connect(functions, authentication, {
		timeout: defaultOptions.timeout,
		maxRetries: 1,
	});
}
