import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';
import type { ErrorCode } from '#shared/errors.ts';
import { AppError } from '#shared/errors.ts';

/** Two transactions on one item: the SDK doesn't try again. */
const conflict = 'TransactionConflictException';

/** Of a person who has tried too often (Cognito), which the SDK takes for throttling. */
const attemptLimit = 'LimitExceededException';

/** Whether a call that failed like this may work later: it was throttled, timed out or not reached, or the service failed. */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error) || error.name === attemptLimit) return false;
  if (error instanceof AppError) return error.code === 'ServiceUnavailable' || error.code === 'InternalServerError';
  const known = error as Parameters<typeof isTransientError>[0];
  return error.name === conflict || isThrottlingError(known) || isTransientError(known) || isServerError(known);
};

/** Whether it is one of AWS's errors with these names. */
export const hasName = (error: unknown, ...names: string[]): error is Error =>
  error instanceof Error && names.includes(error.name);

/** Throws AWS's errors with these names as a code of ours, and any other as it is. */
export const orAs =
  (code: ErrorCode, ...names: string[]) =>
  (error: unknown): never => {
    throw hasName(error, ...names) ? new AppError(code, { cause: error }) : error;
  };

/** Whether the condition of a write held: false where it did not, and nothing was written. Throws any other failure. */
export const conditionHeld = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (hasName(error, 'ConditionalCheckFailedException')) return false;
    throw error;
  }
};
