import { createHash } from 'node:crypto';
import { CognitoError } from './errors.ts';
import type { User } from './state.ts';

/** What is kept of a code that was sent to a user. */
export const codeHash = (user: User, code: string) =>
  createHash('sha256').update(`${user.username} ${code}`).digest('base64url');

/** `j***@e***`. */
const masked = (email: string) => email.replace(/^(.)[^@]*@(.).*$/, '$1***@$2***');

/** What Cognito answers once it has sent a code by email. */
export const sentTo = (email: string) => ({
  CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: masked(email) },
});

export const codeMismatch = () =>
  new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');
export const expiredCode = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
