/** Names of AWS and network errors that mean "later": throttled, timed out or out of reach after the SDK's own retries. */
const passing = new Set([
  'ThrottlingException',
  'ThrottledException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'TransactionInProgressException',
  'InternalServerError',
  'InternalErrorException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TimeoutError',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
]);

export const isPassing = (error: unknown): boolean =>
  error instanceof Error && (passing.has(error.name) || passing.has(String((error as { code?: unknown }).code)));

export const hasName = (error: unknown, ...names: string[]): error is Error => error instanceof Error && names.includes(error.name);
