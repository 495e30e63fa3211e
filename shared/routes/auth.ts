import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { groups } from '#shared/groups.ts';
import { sessionPath } from '#shared/http.ts';
import { limits } from '#shared/limits.ts';
import { newPassword } from '#shared/password.ts';
import type { Rules } from '#shared/route.ts';
import { route } from '#shared/route.ts';
import { storeSchema } from '#shared/stores.ts';
import { sessionKey, userSession } from '#shared/users/sign-in-check.ts';

/** All that the page ever holds of a session. `jwt_expired` is the access token's expiry, an ISO instant. */
export const authObject = z.object({
  email: z.string(),
  userGroups: z.array(z.enum(groups)),
  isAdminUser: z.boolean(),
  isRegisterReturnsAllowed: z.boolean(),
  /** The store that the user works for; an admin may have none. */
  store: z.optional(storeSchema),
  jwt_expired: field.instant,
  /** An admin who counts as none until one-time codes are switched on: the stage demands them. */
  secondFactorMissing: z.optional(z.literal(true)),
});

export type AuthObject = z.output<typeof authObject>;

const passwordsMatch: Rules<{ newPassword: z.ZodMiniString; confirmPassword: z.ZodMiniString }> = ({
  newPassword: chosen,
  confirmPassword,
}) =>
  chosen !== undefined && confirmPassword !== undefined && chosen !== confirmPassword
    ? [{ path: 'confirmPassword', rule: 'passwordsMatch' }]
    : [];

const passwordChanges: Rules<{
  oldPassword: z.ZodMiniString;
  newPassword: z.ZodMiniString;
  confirmPassword: z.ZodMiniString;
}> = (input, context) => [
  ...(input.oldPassword !== undefined && input.oldPassword === input.newPassword
    ? [{ path: 'newPassword', rule: 'passwordUnchanged' } as const]
    : []),
  ...passwordsMatch(input, context),
];

/** The token of a ticked box: where a stranger could guess, or have an email sent. It counts once. */
const captcha = z.string().check(z.minLength(1), z.maxLength(limits.text.captcha));

const setsPassword = { newPassword, confirmPassword: field.currentPassword };

/** The first sign-in after an invitation: the browser goes on to set-password, within `limits.session.setPasswordMinutes`. */
const passwordWanted = z.object({ challenge: z.literal('setPassword') });

/** The password was right, and a one-time code is asked for: the browser goes on to answer-code, within the same time. */
const codeWanted = z.object({ challenge: z.literal('secondFactor') });

const nothing = z.object({});
const byAnyone = { method: 'POST', audience: 'anyone' } as const;
const bySignedIn = { method: 'POST', audience: 'authenticated' } as const;
const onlyRegion = z.strictObject({ region: field.region });

export const auth = {
  login: route({
    ...byAnyone,
    path: '/auth/{region}/login',
    input: z.strictObject({ region: field.region, email: field.email, password: field.currentPassword, captcha }),
    output: z.union([authObject, passwordWanted, codeWanted]),
  }),
  /** The one-time code of whoever has switched them on. Who it is, is known from a cookie that the password left. */
  answerCode: route({
    ...byAnyone,
    path: '/auth/{region}/answer-code',
    input: z.strictObject({ region: field.region, code: field.oneTimeCode }),
    output: authObject,
  }),
  /** Who sets it is known from a cookie that signing in with the temporary password left. */
  setPassword: route({
    ...byAnyone,
    path: '/auth/{region}/set-password',
    input: z.strictObject({ region: field.region, ...setsPassword }),
    rules: passwordsMatch,
    output: z.union([authObject, codeWanted]),
  }),
  changePassword: route({
    ...bySignedIn,
    path: '/auth/{region}/change-password',
    input: z.strictObject({ region: field.region, oldPassword: field.currentPassword, ...setsPassword }),
    rules: passwordChanges,
    output: z.union([authObject, codeWanted]),
  }),
  /** Answers the same for every address, known or not. */
  requestCode: route({
    ...byAnyone,
    path: '/auth/{region}/forgot-password/request-code',
    input: z.strictObject({ region: field.region, email: field.email, captcha }),
    output: nothing,
  }),
  resetPassword: route({
    ...byAnyone,
    path: '/auth/{region}/forgot-password/reset-password',
    input: z.strictObject({
      region: field.region,
      email: field.email,
      code: field.verificationCode,
      ...setsPassword,
      captcha,
    }),
    rules: passwordsMatch,
    output: nothing,
  }),
  /** Who is signed in, as a page that loads asks. It prolongs nothing: only `refreshToken` does. */
  session: route({
    ...bySignedIn,
    method: 'GET',
    path: sessionPath,
    input: onlyRegion,
    output: authObject,
  }),
  listSessions: route({
    ...bySignedIn,
    method: 'GET',
    path: '/auth/{region}/sessions',
    input: onlyRegion,
    output: z.object({ sessions: z.array(userSession), secondFactor: z.boolean() }),
  }),
  endSession: route({
    ...bySignedIn,
    path: '/auth/{region}/end-session',
    input: z.strictObject({ region: field.region, session: z.optional(sessionKey) }),
    output: nothing,
  }),
  /** A secret for an authenticator app, as base32; it counts once it is confirmed. The password is asked again, and a code of whoever has them. */
  startSecondFactor: route({
    ...bySignedIn,
    path: '/auth/{region}/start-second-factor',
    input: z.strictObject({
      region: field.region,
      password: field.currentPassword,
      code: z.optional(field.oneTimeCode),
    }),
    output: z.object({ secret: z.string() }),
  }),
  /** A first code of the app: from now on signing in asks for one, and every other session is over. */
  confirmSecondFactor: route({
    ...bySignedIn,
    path: '/auth/{region}/confirm-second-factor',
    input: z.strictObject({ region: field.region, code: field.oneTimeCode }),
    output: nothing,
  }),
  stopSecondFactor: route({
    ...bySignedIn,
    path: '/auth/{region}/stop-second-factor',
    input: z.strictObject({ region: field.region, password: field.currentPassword, code: field.oneTimeCode }),
    output: nothing,
  }),
  logout: route({ ...byAnyone, path: '/auth/{region}/logout', input: onlyRegion, output: nothing }),
  refreshToken: route({
    ...byAnyone,
    path: '/auth/{region}/refresh-token',
    input: onlyRegion,
    output: authObject,
  }),
} as const;
