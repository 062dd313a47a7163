import { getMany } from '../../../../src/runtime/getMany';
import { resourceOf } from '../../../../src/runtime/operation';

export const run = resourceOf('A single run of an assignment', [
	{ id: 'run.abort', description: 'Stop an active run' },
	{ id: 'run.get', description: 'Get a run with its status' },
	getMany('cursor', 'run.getLogs', 'Get the log lines of a run, one item per line', 'Get run logs'),
	getMany('whole', 'run.getAll', 'Get the runs of an assignment'),
]);
