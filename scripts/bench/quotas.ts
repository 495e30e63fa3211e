/** A quota of an AWS account in Frankfurt, a second unless told otherwise. */
export type Quota = {
  readonly limit: number;
  /** Whether Service Quotas takes a request for more. */
  readonly isAdjustable: boolean;
  /** Where AWS says so, in November 2026. */
  readonly source: string;
  /** As documented, but noted from memory: look it up before relying on it. */
  readonly notReadAgain?: true;
};

const cognito = { source: 'Quotas in Amazon Cognito, request rates', notReadAgain: true } as const;
const dynamoDb = { source: 'Quotas in Amazon DynamoDB', notReadAgain: true } as const;
const lambda = { source: 'Lambda quotas', notReadAgain: true } as const;

/** THE quotas that the portal's code touches. What is not here has none (CloudWatch's metric filters, Cognito's key sets) or is asked by operators only. */
export const quotas = {
  cognitoUserAuthentication: { ...cognito, limit: 120, isAdjustable: true },
  /** Answers to challenges: three times as many as sign-ins. */
  cognitoChallenges: { ...cognito, limit: 360, isAdjustable: true },
  cognitoUserToken: { ...cognito, limit: 120, isAdjustable: true },
  cognitoUserRead: { ...cognito, limit: 120, isAdjustable: true },
  cognitoUserCreation: { source: cognito.source, limit: 50, isAdjustable: true },
  cognitoUserUpdate: { ...cognito, limit: 25, isAdjustable: false },
  cognitoUserAccountRecovery: { ...cognito, limit: 30, isAdjustable: false },
  /** Changes of passwords and one-time codes by a token. */
  cognitoUserResourceUpdate: { ...cognito, limit: 25, isAdjustable: false },
  secretReads: { limit: 10_000, isAdjustable: false, source: 'AWS Secrets Manager quotas, GetSecretValue' },
  lambdaConcurrency: { ...lambda, limit: 1000, isAdjustable: true },
  /** New containers of one function in ten seconds. */
  lambdaScaling: { ...lambda, limit: 1000, isAdjustable: false },
  lambdaAnswerBytes: { ...lambda, limit: 6 * 1024 ** 2, isAdjustable: false },
  apiGateway: { limit: 10_000, isAdjustable: true, source: 'Amazon API Gateway quotas, account', notReadAgain: true },
  /** Of a new table on demand; it doubles by itself. */
  newTableWrites: { ...dynamoDb, limit: 4000, isAdjustable: false },
  /** Of one partition key in a table or an index. */
  writeUnitsOfKey: { ...dynamoDb, limit: 1000, isAdjustable: false },
  /** Of one partition key, in a table with local indexes. */
  collectionBytes: { ...dynamoDb, limit: 10 * 1024 ** 3, isAdjustable: false },
  putEvents: { limit: 2400, isAdjustable: true, source: 'Amazon EventBridge quotas, PutEvents', notReadAgain: true },
  /** Outside the sandbox, at first. */
  sesSendRate: { limit: 14, isAdjustable: true, source: 'Service quotas in Amazon SES', notReadAgain: true },
  /** Messages that are handed out and not yet deleted. */
  sqsInFlight: { limit: 120_000, isAdjustable: false, source: 'Amazon SQS message quotas', notReadAgain: true },
  s3Writes: { limit: 3500, isAdjustable: false, source: 'Amazon S3 performance, per prefix', notReadAgain: true },
  cloudFront: { limit: 250_000, isAdjustable: true, source: 'CloudFront quotas, per distribution', notReadAgain: true },
  /** A month, of Google's reCAPTCHA without billing. */
  captchaChecks: { limit: 10_000, isAdjustable: true, source: 'docs/runbooks/captcha.md' },
} as const satisfies Record<string, Quota>;
