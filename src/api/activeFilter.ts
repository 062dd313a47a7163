/** Values of the active filter in searches (spec 4.2 and 4.3). */
export const activeFilter = { values: ['ALL', 'ACTIVE', 'INACTIVE'], default: 'ACTIVE' } as const;

/** The value with which a search finds the active and the inactive. */
export const activeOrNot = 'ALL' satisfies (typeof activeFilter.values)[number];
