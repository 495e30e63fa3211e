import * as z from 'zod/mini';
import { invalidParameter } from './operation.ts';

const Unit = z.enum(['seconds', 'minutes', 'hours', 'days']);
const secondsIn = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;

/** The input of CreateUserPoolClient, but for UserPoolId, as far as it is emulated; anything else in it is refused. */
export const ClientSettings = z.strictObject({
  ClientName: z.string().check(z.minLength(1), z.maxLength(128)),
  GenerateSecret: z.literal(true),
  RefreshTokenValidity: z.optional(z.int().check(z.minimum(0))),
  AccessTokenValidity: z.optional(z.int().check(z.minimum(1))),
  IdTokenValidity: z.optional(z.int().check(z.minimum(1))),
  TokenValidityUnits: z.optional(
    z.strictObject({ AccessToken: z.optional(Unit), IdToken: z.optional(Unit), RefreshToken: z.optional(Unit) }),
  ),
  ExplicitAuthFlows: z.optional(
    z.array(
      z.enum([
        'ALLOW_ADMIN_USER_PASSWORD_AUTH',
        'ALLOW_REFRESH_TOKEN_AUTH',
        'ALLOW_USER_SRP_AUTH',
        'ALLOW_USER_PASSWORD_AUTH',
        'ALLOW_CUSTOM_AUTH',
      ]),
    ),
  ),
  PreventUserExistenceErrors: z.literal('ENABLED'),
  EnableTokenRevocation: z.optional(z.literal(true)),
  EnablePropagateAdditionalUserContextData: z.optional(z.literal(false)),
  RefreshTokenRotation: z.strictObject({
    Feature: z.literal('ENABLED'),
    RetryGracePeriodSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(60))),
  }),
  AuthSessionValidity: z.optional(z.int().check(z.minimum(3), z.maximum(15))),
  SupportedIdentityProviders: z.optional(z.array(z.literal('COGNITO'))),
  AllowedOAuthFlowsUserPoolClient: z.optional(z.literal(false)),
  // Kept only: what a user's own token may read and write is not emulated.
  ReadAttributes: z.optional(z.array(z.string())),
  WriteAttributes: z.optional(z.array(z.string())),
});
export type ClientSettings = z.infer<typeof ClientSettings>;

/** How long the client's tokens live, in seconds. */
export const validities = (settings: ClientSettings) => {
  const units = settings.TokenValidityUnits;
  return {
    access:
      (settings.AccessTokenValidity ?? 1) *
      secondsIn[settings.AccessTokenValidity ? (units?.AccessToken ?? 'hours') : 'hours'],
    id: (settings.IdTokenValidity ?? 1) * secondsIn[settings.IdTokenValidity ? (units?.IdToken ?? 'hours') : 'hours'],
    // AWS reads 0 as not given: 30 days.
    refresh:
      (settings.RefreshTokenValidity || 30) *
      secondsIn[settings.RefreshTokenValidity ? (units?.RefreshToken ?? 'days') : 'days'],
  };
};

export const authFlows = (settings: ClientSettings): readonly string[] =>
  settings.ExplicitAuthFlows ?? ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH'];

/** Throws InvalidParameterException for settings that AWS refuses together. */
export const checkClientSettings = (settings: ClientSettings) => {
  const { access, id, refresh } = validities(settings);
  for (const [name, seconds] of [
    ['AccessTokenValidity', access],
    ['IdTokenValidity', id],
  ] as const) {
    if (seconds < 300 || seconds > 86_400) throw invalidParameter(`Invalid range for ${name}: 5 minutes to 1 day.`);
    if (seconds > refresh) throw invalidParameter(`${name} must not exceed RefreshTokenValidity.`);
  }
  if (refresh < 3600 || refresh > 315_360_000) {
    throw invalidParameter('Invalid range for RefreshTokenValidity: 60 minutes to 10 years.');
  }
  if (authFlows(settings).includes('ALLOW_REFRESH_TOKEN_AUTH')) {
    throw invalidParameter('ALLOW_REFRESH_TOKEN_AUTH cannot be enabled together with refresh token rotation.');
  }
};
