/**
 * What the specification leaves open, with the ways in which a service may do it. The first one is
 * what the sandbox does without another reading.
 */
export const choices = {
	/** Whether fields that aren't shown have the names that the nodes assume. */
	names: ['usual', 'other'],
	/** The groups in the record of a user: IDs, `groups: [{ groupId }]`, `userGroups: [{ id }]`. */
	userGroups: ['ids', 'groups', 'userGroups', 'absent'],
	/** The connected tenants in the record of a user: IDs, or `tenants: [{ tenantId }]`. */
	userTenants: ['ids', 'tenants', 'absent'],
	/** First and last name of a user, or one `name`. */
	userNames: ['separate', 'joined'],
	/** Whether the record of a user has its active flag. */
	userActive: ['shown', 'absent'],
	/** The lists in the record of a group: as its update adds entries, as IDs, or as records. */
	groupLists: ['added', 'ids', 'records', 'absent'],
	/** Whether lists of users, groups, assignments, and threads only show IDs and labels. */
	lists: ['whole', 'brief'],
	/** Whether a page has as many records as were requested, or each second one only half of them. */
	pages: ['full', 'short'],
	/** What `keywords` finds: parts of all texts, parts of names, whole words, or no record. */
	keywords: ['anywhere', 'names', 'words', 'nothing'],
	/** The field that the update of a user answers with 200 and ignores. */
	userUpdateIgnores: ['nothing', 'active', 'groupIds', 'firstName'],
	/** The field that the update of a user group answers with 200 and ignores. */
	groupUpdateIgnores: ['nothing', 'active', 'webStores', 'groupName'],
	/** What the creation of a user returns. */
	createdUser: ['id', 'record'],
	/** The status of an active run; `runWords` has those of runs that have ended. */
	runStatuses: ['RUNNING', 'Running', 'AMBER'],
	/** Whether a run shows when it ended. */
	runEnd: ['shown', 'absent'],
} as const;

/** A question of `choices`. */
export type Question = keyof typeof choices;

export const questions = Object.keys(choices) as Question[];

/** The statuses of a run, by that of an active one. */
export const runWords = {
	RUNNING: { RUNNING: 'RUNNING', COMPLETED: 'COMPLETED', FAILED: 'FAILED', ABORTED: 'ABORTED' },
	Running: { RUNNING: 'Running', COMPLETED: 'Succeeded', FAILED: 'Failed', ABORTED: 'Cancelled' },
	AMBER: { RUNNING: 'AMBER', COMPLETED: 'GREEN', FAILED: 'RED', ABORTED: 'GREY' },
} as const;
