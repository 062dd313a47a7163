import { type ErrorCode, errorCodes, isErrorCode } from '../../../src/api/errorCodes';
import { ServiceError } from '../errorAnswers';
import { accountingErrorStatuses, accountingHandlers } from './accounting';
import { assignmentErrorStatuses, assignmentHandlers } from './assignments';
import type { Handlers } from './handler';
import { helpdeskErrorStatuses, helpdeskHandlers } from './helpdesk';
import { listErrorStatuses } from './lists';
import { orderManagementHandlers } from './orderManagement';
import { propertyKeyErrorStatuses, propertyKeyHandlers } from './propertyKeys';
import { threadErrorStatuses, threadHandlers } from './threads';
import { userGroupErrorStatuses, userGroupHandlers } from './userGroups';
import { userErrorStatuses, userHandlers } from './users';
import { webPageErrorStatuses, webPageHandlers } from './webPages';

/** What the simulated service does, one handler for each row of the operation catalogue. */
export const handlers: Handlers = {
	...accountingHandlers,
	...userGroupHandlers,
	...userHandlers,
	...assignmentHandlers,
	...threadHandlers,
	...propertyKeyHandlers,
	...helpdeskHandlers,
	...webPageHandlers,
	...orderManagementHandlers,
};

/** The HTTP status of each error code: a missing one fails type checking. */
export const errorStatuses: Readonly<Record<ErrorCode, number>> = {
	...listErrorStatuses,
	...accountingErrorStatuses,
	...userGroupErrorStatuses,
	...userErrorStatuses,
	...assignmentErrorStatuses,
	...threadErrorStatuses,
	...propertyKeyErrorStatuses,
	...helpdeskErrorStatuses,
	...webPageErrorStatuses,
};

/** The error for one of the spec's codes. */
export function codedError(code: ErrorCode, text?: string): ServiceError {
	return new ServiceError(errorStatuses[code], code, text ?? errorCodes[code].message);
}

/** The HTTP status of a code, or the fallback where the code is not one of the spec's. */
export function statusOf(code: string | undefined, fallback: number): number {
	return code !== undefined && isErrorCode(code) ? errorStatuses[code] : fallback;
}
