/** An error as Cognito answers it: HTTP 400 with this name and message. */
export class CognitoError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

export const invalidParameter = (message: string) => new CognitoError('InvalidParameterException', message);
export const notAuthorized = (message: string) => new CognitoError('NotAuthorizedException', message);
export const resourceNotFound = (message: string) => new CognitoError('ResourceNotFoundException', message);
export const userNotFound = () => new CognitoError('UserNotFoundException', 'User does not exist.');
export const incorrectPassword = () => notAuthorized('Incorrect username or password.');
export const userDisabled = () => notAuthorized('User is disabled.');
export const tooManyRequests = () => new CognitoError('TooManyRequestsException', 'Rate exceeded');
export const attemptLimitExceeded = () =>
  new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
/** For what AWS offers and isn't needed here: loud, so that nobody relies on it by accident. */
export const notEmulated = (what: string) => invalidParameter(`The emulated Cognito does not do ${what}`);
