import { accountingHandlers } from './accounting';
import { assignmentHandlers } from './assignments';
import type { Handlers } from './handler';
import { helpdeskHandlers } from './helpdesk';
import { orderManagementHandlers } from './orderManagement';
import { propertyKeyHandlers } from './propertyKeys';
import { threadHandlers } from './threads';
import { userGroupHandlers } from './userGroups';
import { userHandlers } from './users';
import { webPageHandlers } from './webPages';

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
