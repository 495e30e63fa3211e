/** AWS's limits that cannot be changed, as documented in November 2026. */
export const awsLimits = {
  dynamoDb: {
    /** A second, of one partition key in a table or an index. */
    writeUnitsOfKey: 1000,
    /** Of one partition key, in a table with local indexes. */
    collectionBytes: 10 * 1024 ** 3,
  },
  lambdaAnswerBytes: 6 * 1024 ** 2,
} as const;

/** Quotas of the account (a second, or at once) that docs/runbooks/quotas.md says what to ask for. */
export const quotas = {
  lambdaConcurrency: 1000,
  cognito: {
    userAuthentication: { byDefault: 120, asked: 300 },
    userToken: { byDefault: 120 },
  },
} as const;
