import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { inOrderOfStart, startedAtOf, statusOf } from '../agent/runState';
import { labelNames } from '../service/assumedNames';
import { readList } from '../transport/paging';
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
	const service = await connectForm(this);
	const assignmentId = this.getNodeParameter('assignmentId', '', { extractValue: true });
	const path = { assignmentId: String(assignmentId ?? '') };
	const runs = await readList(this.getNode(), service, 'run.getAll', { path });
	return searchWholeList('run', inOrderOfStart(runs).reverse().map(withLabel), filter);
}
