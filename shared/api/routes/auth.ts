import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { bookingAudience } from '#shared/api/policies.ts';
import { preloadedPaths } from '#shared/api/preloaded-paths.ts';
import type { Rules } from '#shared/api/route.ts';
import { route } from '#shared/api/route.ts';
import { limits } from '#shared/config/limits.ts';
import { storeChoiceRules, storeSchema } from '#shared/stores/stores.ts';
import { dailyEmail } from '#shared/users/daily-email.ts';
import { groups } from '#shared/users/groups.ts';
import { newPassword } from '#shared/users/password.ts';
import { sessionKey, userSession } from '#shared/users/sign-in-check.ts';

/** Session data available to the page. `jwt_expired` is the access token's expiry, an ISO instant. */
export const authObject = z.object({
  email: z.string(),
  userGroups: z.array(z.enum(groups)),
  isAdminUser: z.boolean(),
  isRegisterReturnsAllowed: z.boolean(),
  /** Store that the user works for; an admin may have none. */
  store: z.optional(storeSchema),
  jwt_expired: field.instant,
  /**
   * Set for an admin without a second factor on a stage that requires one; they have no admin rights until they turn
   * it on.
   */
  secondFactorMissing: z.optional(z.literal(true)),
  /** Set while an operator has paused bookings and other changes: the expected end. */
  maintenanceUntil: z.optional(field.instant),
});

export type AuthObject = z.output<typeof authObject>;

const newPasswordRules: Rules<{ newPassword: z.ZodMiniString; confirmPassword: z.ZodMiniString }> = ({
  newPassword: password,
  confirmPassword,
}) =>
  password !== undefined && confirmPassword !== undefined && password !== confirmPassword
    ? [{ path: 'confirmPassword', rule: 'passwordsMatch' }]
    : [];

const changePasswordRules: Rules<{
  oldPassword: z.ZodMiniString;
  newPassword: z.ZodMiniString;
  confirmPassword: z.ZodMiniString;
}> = (input, context) => [
  ...(input.oldPassword !== undefined && input.oldPassword === input.newPassword
    ? [{ path: 'newPassword', rule: 'passwordUnchanged' } as const]
    : []),
  ...newPasswordRules(input, context),
];

/** Captcha token, required where an unauthenticated caller could guess credentials or trigger an email. Valid once. */
const captcha = z.string().check(z.minLength(1), z.maxLength(limits.text.captcha));

const newPasswordFields = { newPassword, confirmPassword: field.currentPassword };

/**
 * First sign-in after an invitation: the browser continues with set-password, within
 * `limits.session.setPasswordMinutes`.
 */
const passwordChallenge = z.object({ challenge: z.literal('setPassword') });

/** Correct password, but a one-time code is required: the browser continues with answer-code, within the same time. */
const codeChallenge = z.object({ challenge: z.literal('secondFactor') });

const emptyOutput = z.object({});
const publicPost = { method: 'POST', audience: 'anyone' } as const;
const authenticatedPost = { method: 'POST', audience: 'authenticated' } as const;
const regionInput = z.strictObject({ region: field.region });

export const auth = {
  login: route({
    ...publicPost,
    path: '/auth/{region}/login',
    input: z.strictObject({ region: field.region, email: field.email, password: field.currentPassword, captcha }),
    output: z.union([authObject, passwordChallenge, codeChallenge]),
  }),
  /** Completes a sign-in with a one-time code. A cookie from the password step identifies the user. */
  answerCode: route({
    ...publicPost,
    path: '/auth/{region}/answer-code',
    input: z.strictObject({ region: field.region, code: field.oneTimeCode }),
    output: authObject,
  }),
  /** Sets a password. A cookie from the sign-in with the temporary password identifies the user. */
  setPassword: route({
    ...publicPost,
    path: '/auth/{region}/set-password',
    input: z.strictObject({ region: field.region, ...newPasswordFields }),
    rules: newPasswordRules,
    output: z.union([authObject, codeChallenge]),
  }),
  changePassword: route({
    ...authenticatedPost,
    path: '/auth/{region}/change-password',
    input: z.strictObject({ region: field.region, oldPassword: field.currentPassword, ...newPasswordFields }),
    rules: changePasswordRules,
    output: z.union([authObject, codeChallenge]),
  }),
  /** Returns the same response for every email, known or not, to prevent account enumeration. */
  requestCode: route({
    ...publicPost,
    path: '/auth/{region}/forgot-password/request-code',
    input: z.strictObject({ region: field.region, email: field.email, captcha }),
    output: emptyOutput,
  }),
  resetPassword: route({
    ...publicPost,
    path: '/auth/{region}/forgot-password/reset-password',
    input: z.strictObject({
      region: field.region,
      email: field.email,
      code: field.verificationCode,
      ...newPasswordFields,
      captcha,
    }),
    rules: newPasswordRules,
    output: emptyOutput,
  }),
  /** Returns the signed-in user when a page loads. Does not extend the session; only `refreshToken` does. */
  session: route({
    ...authenticatedPost,
    method: 'GET',
    path: preloadedPaths.session,
    input: regionInput,
    output: authObject,
  }),
  listSessions: route({
    ...authenticatedPost,
    method: 'GET',
    path: '/auth/{region}/sessions',
    input: regionInput,
    output: z.object({ sessions: z.array(userSession), secondFactor: z.boolean() }),
  }),
  endSession: route({
    ...authenticatedPost,
    isRevocation: true,
    path: '/auth/{region}/end-session',
    input: z.strictObject({ region: field.region, session: z.optional(sessionKey) }),
    output: emptyOutput,
  }),
  /**
   * Returns a base32 secret for an authenticator app, effective once confirmed. Requires the password, and a code if
   * the second factor is on.
   */
  startSecondFactor: route({
    ...authenticatedPost,
    path: '/auth/{region}/start-second-factor',
    input: z.strictObject({
      region: field.region,
      password: field.currentPassword,
      code: z.optional(field.oneTimeCode),
    }),
    output: z.object({ secret: z.string() }),
  }),
  /** Confirms the app with a first code: from then on, signing in requires a code, and all other sessions end. */
  confirmSecondFactor: route({
    ...authenticatedPost,
    path: '/auth/{region}/confirm-second-factor',
    input: z.strictObject({ region: field.region, code: field.oneTimeCode }),
    output: emptyOutput,
  }),
  stopSecondFactor: route({
    ...authenticatedPost,
    path: '/auth/{region}/stop-second-factor',
    input: z.strictObject({ region: field.region, password: field.currentPassword, code: field.oneTimeCode }),
    output: emptyOutput,
  }),
  /** Returns the state of the caller's daily email. Throws NotFound on a stage that sends none. */
  showDailyEmail: route({
    method: 'GET',
    audience: bookingAudience,
    path: '/auth/{region}/daily-email',
    input: regionInput,
    output: dailyEmail,
  }),
  /** Subscribes the caller to the daily email of their own store. An admin chooses the store with `storeId`. */
  startDailyEmail: route({
    method: 'POST',
    audience: bookingAudience,
    path: '/auth/{region}/start-daily-email',
    input: z.strictObject({ region: field.region, storeId: z.optional(field.storeId) }),
    rules: storeChoiceRules,
    output: dailyEmail,
  }),
  stopDailyEmail: route({
    method: 'POST',
    audience: bookingAudience,
    isRevocation: true,
    path: '/auth/{region}/stop-daily-email',
    input: regionInput,
    output: dailyEmail,
  }),
  /**
   * Switches off the daily email of the user whose signature (lambdas/lib/daily-email/unsubscribe.ts) is in the query, for
   * mail programs. Returns the same response for every signature.
   */
  unsubscribe: route({
    ...publicPost,
    isOneClick: true,
    path: '/auth/{region}/unsubscribe',
    input: z.strictObject({
      region: field.region,
      sub: z.string().check(z.maxLength(limits.text.sub)),
      signature: z.string().check(z.maxLength(limits.text.signature)),
    }),
    output: emptyOutput,
  }),
  logout: route({ ...publicPost, path: '/auth/{region}/logout', input: regionInput, output: emptyOutput }),
  refreshToken: route({
    ...publicPost,
    path: preloadedPaths.refreshToken,
    input: regionInput,
    output: authObject,
  }),
} as const;
