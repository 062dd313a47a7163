import { accountingHandlers } from './accounting';
import { assignmentHandlers } from './assignments';
import type { Handlers } from './handler';
import { otherHandlers } from './others';
import { propertyKeyHandlers } from './propertyKeys';
import { threadHandlers } from './threads';
import { userGroupHandlers } from './userGroups';
import { userHandlers } from './users';

/** What the simulated service does, one handler for each row of the operation catalogue. */
export const handlers: Handlers = {
	...accountingHandlers,
	...userGroupHandlers,
	...userHandlers,
	...assignmentHandlers,
	...threadHandlers,
	...propertyKeyHandlers,
	...otherHandlers,
};
