/** As DynamoDB compares keys: by their bytes. */
export const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
