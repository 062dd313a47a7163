import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { readList } from '../transport/paging';
import { asEntries, connectForm } from './client';

/** Assignments for the assignment picker; the service gives them all at once. */
export async function searchAssignments(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const service = await connectForm(this);
	const entries = asEntries(
		'assignment',
		await readList(this.getNode(), service, 'assignment.getAll'),
	);
	const typed = filter.trim().toLowerCase();
	return {
		results: entries.filter(({ name, value }) =>
			`${name} ${String(value)}`.toLowerCase().includes(typed),
		),
	};
}
