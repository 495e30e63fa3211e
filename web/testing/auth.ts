import type { Group } from '#shared/groups.ts';
import type { AuthObject } from '#shared/routes/auth.ts';

/** For tests: what the server says of whoever is in these groups; for ten minutes, or until an instant. */
export const authFor = (userGroups: Group[], expires = Date.now() + 600_000): AuthObject => ({
  email: 'sam@example.com',
  userGroups,
  isAdminUser: userGroups.includes('admin'),
  isRegisterReturnsAllowed: false,
  jwt_expired: new Date(expires).toISOString(),
});

/** For tests: an instant that no test reaches. */
export const never = Date.parse('2099-01-01T00:00:00.000Z');

/** For tests: what the server refuses something with; `rest` is what an error has beside its code. */
export const refusal = (code: string, status: number, rest: object = {}) => ({
  status,
  body: { error: { code, message: '', ...rest } },
});

/** For tests: the same as it is sent. */
export const refused = (code: string, status: number, rest: object = {}) =>
  Response.json(refusal(code, status, rest).body, { status });
