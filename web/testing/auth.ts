import type { AuthObject } from '#shared/api/routes/auth.ts';
import type { Group } from '#shared/users/groups.ts';

/** Creates the session response for a user in these groups. `expires` is in epoch milliseconds, by default ten minutes from now. */
export const buildAuth = (userGroups: Group[], expires = Date.now() + 600_000): AuthObject => ({
  email: 'sam@example.com',
  userGroups,
  isAdminUser: userGroups.includes('admin'),
  isRegisterReturnsAllowed: false,
  jwt_expired: new Date(expires).toISOString(),
});

/** Epoch milliseconds of an expiry that no test reaches. */
export const farFuture = Date.parse('2099-01-01T00:00:00.000Z');

/** Creates an API error as status and body. `details` are further fields of the error. */
export const apiError = (code: string, status: number, details: object = {}) => ({
  status,
  body: { error: { code, message: '', ...details } },
});

export const apiErrorResponse = (code: string, status: number, details: object = {}) =>
  Response.json(apiError(code, status, details).body, { status });
