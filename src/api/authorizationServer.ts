/** Appended to the URL of the authorization server (spec 5). */
export const tokenPath = '/connect/token';

/** Of the documented service (spec 5). */
export const defaultScopePrefix = 'svc:';
