import type { ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

/** The ID of the picked assignment; empty if there is none. */
export function pickedAssignment(functions: ILoadOptionsFunctions | IPollFunctions): string {
	const picked = functions.getNodeParameter('assignmentId', '', { extractValue: true });
	return String(picked ?? '').trim();
}
