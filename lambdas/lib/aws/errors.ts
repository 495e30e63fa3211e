import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';
import { AppError } from '#shared/api/errors.ts';

/** Conflict of a write with a transaction, which the SDK doesn't retry. */
const conflictErrorName = 'TransactionConflictException';

/** Cognito's error for too many attempts by a user, which the SDK mistakes for throttling. */
const attemptLimitErrorName = 'LimitExceededException';

/** Returns true if the call may succeed later: it was throttled, timed out, did not reach the service, or the service failed. */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error) || error.name === attemptLimitErrorName) return false;
  if (error instanceof AppError) return error.code === 'ServiceUnavailable' || error.code === 'InternalServerError';
  const sdkError = error as Parameters<typeof isTransientError>[0];
  return (
    error.name === conflictErrorName ||
    isThrottlingError(sdkError) ||
    isTransientError(sdkError) ||
    isServerError(sdkError)
  );
};

/** Returns true for an AWS error with one of these names. */
export const hasName = (error: unknown, ...names: string[]): error is Error =>
  error instanceof Error && names.includes(error.name);

/** Returns false if the write failed its condition, in which case nothing was written. Throws any other error. */
export const wasApplied = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (hasName(error, 'ConditionalCheckFailedException')) return false;
    throw error;
  }
};
