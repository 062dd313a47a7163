import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../../src/api/errors';
import type { ItemContext } from '../../../../src/runtime/operation';
import { settle } from '../../../../src/http/settle';

/**
 * Does some work after something was received, so that a failure does not lose it.
 *
 * @param received what an error item is to keep
 * @param work what may fail
 */
export async function keeping<Result>(
	item: ItemContext,
	received: IDataObject,
	work: Promise<Result>,
): Promise<Result> {
	const outcome = await settle(work);
	if (outcome.ok) return outcome.value;
	const { reason } = outcome;
	if (!(reason instanceof ServiceError)) throw reason;
	throw new ServiceError(item.node, reason.details, { ...reason.received, ...received });
}
