import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { inOrderOfStart, startedAtOf, statusOf } from '../agent/runState';
import { labelNames } from '../service/assumedNames';
import { readList } from '../transport/paging';
import { InputError } from '../transport/serviceError';
import { connectForm } from './client';
import { searchWholeList } from './wholeList';

/** A run has no name: when it started and how far it is tells it from others. */
function withLabel(run: IDataObject): IDataObject {
	const said = [startedAtOf(run), statusOf(run)].filter((part) => part !== undefined);
	return { ...run, [labelNames.run[0]]: said.join(', ') };
}

/** Runs of the picked assignment, newest first, for the run picker. */
export async function searchRuns(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const assignmentId = String(
		this.getNodeParameter('assignmentId', '', { extractValue: true }) ?? '',
	);
	if (assignmentId === '') {
		throw new InputError(
			this.getNode(),
			'Choose an assignment first',
			'The list then shows the runs of that assignment.',
		);
	}
	const service = await connectForm(this);
	const path = { assignmentId };
	const runs = await readList(this.getNode(), service, 'run.getAll', { path });
	return searchWholeList('run', inOrderOfStart(runs).reverse().map(withLabel), filter);
}
