import { accountingCases } from './accounting';
import { assignmentCases } from './assignments';
import { helpdeskCases } from './helpdesk';
import type { OperationCases } from './operationCase';
import { orderManagementCases } from './orderManagement';
import { propertyKeyCases } from './propertyKeys';
import { threadCases } from './threads';
import { userGroupCases } from './userGroups';
import { userCases } from './users';
import { webPageCases } from './webPages';

export { comparedItems } from './operationCase';

/**
 * What is tested of every operation: by its node in n8n's engine, by the sandbox and by the
 * workflows in a real n8n. Each case works on a record of its own, so they run in any order.
 */
export const operationCases: OperationCases = {
	...accountingCases,
	...userGroupCases,
	...userCases,
	...assignmentCases,
	...threadCases,
	...propertyKeyCases,
	...helpdeskCases,
	...webPageCases,
	...orderManagementCases,
};
