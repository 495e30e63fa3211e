/** AWS's limits that cannot be changed, as documented in November 2026. */
export const awsLimits = {
  dynamoDb: {
    /** A second, of one partition key in a table or an index. */
    writeUnitsOfKey: 1000,
    readUnitsOfKey: 3000,
    /** Of one partition key, in a table with local indexes. */
    collectionBytes: 10 * 1024 ** 3,
    readUnitBytes: 4096,
  },
  lambdaAnswerBytes: 6 * 1024 ** 2,
  cognitoEmailsADay: 50,
  /** reCAPTCHA, while no billing is set up. */
  captchasAMonth: 10_000,
} as const;

/** Quotas of the account (a second, or at once) that docs/runbooks/quotas.md says what to ask for. */
export const quotas = {
  lambdaConcurrency: 1000,
  cognito: {
    userAuthentication: { byDefault: 120, asked: 300 },
    userToken: { byDefault: 120 },
  },
} as const;
