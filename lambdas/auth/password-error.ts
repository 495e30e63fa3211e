import { hasName } from '#lambdas/aws/errors.ts';
import { AppError } from '#shared/errors.ts';

/** A password that Cognito's policy refuses, told at its field; anything else as it was. */
export const passwordError = (error: unknown): unknown =>
  hasName(error, 'InvalidPasswordException', 'PasswordHistoryPolicyViolationException')
    ? new AppError('InvalidParameterException', { cause: error, problems: [{ path: 'newPassword', rule: 'password' }] })
    : error;
