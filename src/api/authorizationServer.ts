/** Where access tokens come from, appended to the authorization server's address (spec 5). */
export const tokenPath = '/connect/token';

/** What scope names start with in the documented service (spec 5). */
export const defaultScopePrefix = 'svc:';
