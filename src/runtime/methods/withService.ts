import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { readAuthentication } from '../../forms/authentication';
import { formOf } from '../../forms/formItem';
import { readFixedTenantId, timeout } from '../../forms/options';
import type { ServiceClient } from '../../http/client';
import { connect } from '../../http/connections';
import { withNodeErrors } from '../nodeErrors';

/** @throws NodeApiError or NodeOperationError, which the form shows */
export async function withService<Result>(
	functions: ILoadOptionsFunctions,
	work: (service: ServiceClient) => Promise<Result>,
): Promise<Result> {
	return await withNodeErrors(functions.getNode(), async () => {
		const authentication = readAuthentication(formOf(functions));
		const options = { timeout: Number(timeout.default), maxRetries: 1 };
		const tenantId = readFixedTenantId(functions);
		return await work(await connect(functions, authentication, options, tenantId));
	});
}
