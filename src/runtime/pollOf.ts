import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { type PollingTrigger, pollTrigger } from '../polling/poll';
import { withNodeErrors } from './nodeErrors';

/** The `poll` of a trigger node. */
export function pollOf<Settings, State>(trigger: PollingTrigger<Settings, State>) {
	return async function (this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await withNodeErrors(this.getNode(), async () => await pollTrigger(this, trigger));
	};
}
