/** Values of the active filter in searches (spec 3). */
export const activeFilter = { values: ['ALL', 'ACTIVE', 'INACTIVE'], default: 'ACTIVE' } as const;
