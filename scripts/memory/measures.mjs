/** The answer that is measured. */
export const answer = { events: 100_000, bytesOfAnEvent: 200 };
