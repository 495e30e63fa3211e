import { hasName } from '#lambdas/aws/errors.ts';
import { AppError } from '#shared/errors.ts';

/**
 * What a signed-out visitor may learn of a failed sign-in: that it failed, or that there were too many.
 * Unknown, disabled and invited addresses and wrong passwords all answer the same (acceptance, C12).
 */
export const signInError = (error: unknown): unknown => {
  if (hasName(error, 'NotAuthorizedException') && error.message.startsWith('Password attempts exceeded')) {
    return new AppError('LimitExceededException', { cause: error });
  }
  if (
    hasName(
      error,
      'NotAuthorizedException',
      'UserNotFoundException',
      'UserNotConfirmedException',
      'PasswordResetRequiredException',
      'InvalidParameterException',
    )
  ) {
    return new AppError('NotAuthorizedException', { cause: error });
  }
  return error;
};
