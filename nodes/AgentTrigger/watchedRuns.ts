import type { IDataObject, INode } from 'n8n-workflow';
import { ServiceError } from '../shared/errors';
import { identifierOf } from '../shared/service/record';
import { readList } from '../shared/transport/paging';
import type { ServiceClient } from '../shared/transport/serviceClient';
import { answerOrRefusal } from './refusals';
import { keyOf } from './runTracker';

/** The runs of an assignment. */
export interface AssignmentRuns {
	readonly assignmentId: string;
	/** Undefined where the service has no such assignment. */
	readonly runs?: readonly IDataObject[];
	/** What the service said of an assignment that it does not have. */
	readonly gone?: ServiceError;
}

function unidentified(node: INode, message: string, description: string): ServiceError {
	return new ServiceError(node, { message, description, errorCode: 'invalid-response' });
}

/**
 * The identifiers of all assignments of the tenant.
 *
 * @param node the node that asks
 * @param service the service
 * @throws ServiceError where the list cannot be read, or an assignment has no identifier
 */
export async function listAssignments(node: INode, service: ServiceClient): Promise<string[]> {
	const assignments = await readList(service, 'assignment.getAll');
	return assignments.map((assignment) => {
		const assignmentId = identifierOf('assignment', assignment);
		if (assignmentId !== undefined) return assignmentId;
		throw unidentified(
			node,
			'The service lists an assignment without an ID',
			'Set Watch to "One Assignment" and give its ID.',
		);
	});
}

/**
 * The runs of an assignment, as the service lists them.
 *
 * @param node the node that asks
 * @param service the service
 * @param assignmentId whose runs
 * @throws ServiceError where the list cannot be read, or a run cannot be told from others
 */
export async function listRuns(
	node: INode,
	service: ServiceClient,
	assignmentId: string,
): Promise<AssignmentRuns> {
	const answer = await answerOrRefusal(
		readList(service, 'run.getAll', {
			path: service.path('run.getAll', { assignmentId }),
		}),
		'assignment-not-found',
	);
	if (answer instanceof ServiceError) return { assignmentId, gone: answer };
	if (answer.every((run) => keyOf(run) !== undefined)) return { assignmentId, runs: answer };
	throw unidentified(
		node,
		'The service lists a run with neither an ID nor a start time',
		'Such runs cannot be told apart. The HTTP Request node with the same credential shows the raw answer.',
	);
}
