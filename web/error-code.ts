import type { ErrorCode } from '#shared/errors.ts';
import { AppError } from '#shared/errors.ts';

/** What to say of a failure. One that no code was meant for is reported, and is the portal's own. */
export const errorCode = (error: unknown): ErrorCode => {
  if (error instanceof AppError) return error.code;
  reportError(error);
  return 'InternalServerError';
};
