/** Names of AWS and network errors that mean "later": throttled, timed out or out of reach after the SDK's own retries. */
const passing = new Set([
  'ThrottlingException',
  'ThrottledException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'TooManyRequestsException',
  'TransactionInProgressException',
  'TransactionConflictException',
  'Throttling',
  'RequestTimeout',
  'InternalServiceError',
  'InternalServerError',
  'InternalErrorException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TimeoutError',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

const statusOf = (error: Error) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;

/** Whether a call that failed like this may work later: it was throttled, timed out or not reached, or the service failed. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Error &&
  (passing.has(error.name) || passing.has(String((error as { code?: unknown }).code)) || statusOf(error) >= 500);

/** Whether it is one of AWS's errors with these names. */
export const hasName = (error: unknown, ...names: string[]): error is Error =>
  error instanceof Error && names.includes(error.name);
