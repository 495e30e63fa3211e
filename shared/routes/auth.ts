import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { groups } from '#shared/groups.ts';
import { limits } from '#shared/limits.ts';
import { route } from '#shared/route.ts';

/** All that the page ever holds of a session. `jwt_expired` is the access token's expiry, an ISO instant. */
export const authObject = z.object({
  email: z.string(),
  userGroups: z.array(z.enum(groups)),
  isAdminUser: z.boolean(),
  isRegisterReturnsAllowed: z.boolean(),
  jwt_expired: field.instant,
});

export type AuthObject = z.output<typeof authObject>;

export const auth = {
  login: route({
    method: 'POST',
    path: '/auth/{region}/login',
    audience: 'anyone',
    input: z.strictObject({
      region: field.region,
      email: field.email,
      password: field.currentPassword,
      captcha: z.string().check(z.minLength(1), z.maxLength(limits.text.captcha)),
    }),
    output: authObject,
  }),
  logout: route({
    method: 'POST',
    path: '/auth/{region}/logout',
    audience: 'anyone',
    input: z.strictObject({ region: field.region }),
    output: z.object({}),
  }),
  refreshToken: route({
    method: 'POST',
    path: '/auth/{region}/refresh-token',
    audience: 'anyone',
    input: z.strictObject({ region: field.region }),
    output: authObject,
  }),
} as const;
