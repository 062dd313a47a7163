/** The limits of the service (spec 8). */
export const limits = {
	/** First page of a search. */
	firstPage: 1,
	/** Records in a page of a search. */
	pageSize: { minimum: 1, maximum: 100, default: 10 },
	/** Log lines in a response. */
	logs: { default: 200, maximum: 1000 },
	/** Characters in a question to the agent. */
	questionCharacters: 1000,
	/** Months between the first and the last day of a journal search. */
	journalRangeMonths: 24,
	/** Lifetime of an access token in seconds, if the authorization server returns none. */
	accessTokenSeconds: 3600,
	/** The largest int32, the type of group identifiers. */
	int32: 2_147_483_647,
} as const;
