import { AppError } from '#shared/api/errors.ts';

/** Functions that convert an error of Cognito to one of the portal, by the name of Cognito's error. */
export type CognitoErrors = Readonly<Record<string, (cause: Error) => AppError>>;

/** Returns a rejection handler that rethrows the errors in the table as the portal's, and any other error unchanged. */
export const rethrowCognitoError =
  (errors: CognitoErrors) =>
  (error: unknown): never => {
    if (!(error instanceof Error)) throw error;
    const toPortalError = Object.hasOwn(errors, error.name) ? errors[error.name] : undefined;
    throw toPortalError ? toPortalError(error) : error;
  };

export const toNotAuthorized = (cause: Error) => new AppError('NotAuthorizedException', { cause });
export const toLimitExceeded = (cause: Error) => new AppError('LimitExceededException', { cause });
export const toWrongCode = (cause: Error) => new AppError('CodeMismatchException', { cause });

const toPasswordProblem = (cause: Error) =>
  new AppError('InvalidParameterException', { cause, problems: [{ path: 'newPassword', rule: 'password' }] });

/** Violations of Cognito's password policy, as a validation problem of `newPassword`. */
export const passwordPolicyErrors = {
  InvalidPasswordException: toPasswordProblem,
  PasswordHistoryPolicyViolationException: toPasswordProblem,
} as const satisfies CognitoErrors;

/** One-time codes that are wrong, expired or already used. */
export const wrongCodeErrors = {
  EnableSoftwareTokenMFAException: toWrongCode,
  CodeMismatchException: toWrongCode,
  ExpiredCodeException: toWrongCode,
  SoftwareTokenMFANotFoundException: toWrongCode,
} as const satisfies CognitoErrors;
