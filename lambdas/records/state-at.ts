/** What the indexes by state sort by. `createdAt` is an ISO instant. */
export const stateAt = (state: string, createdAt: string) => `${state}#${createdAt}`;
