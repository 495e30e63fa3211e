import type { Group } from '#shared/groups.ts';
import type { AuthObject } from '#shared/routes/auth.ts';

/** What the server says of whoever is in these groups; for ten minutes, or until an instant. */
export const authFor = (userGroups: Group[], expires = Date.now() + 600_000): AuthObject => ({
  email: 'sam@example.com',
  userGroups,
  isAdminUser: userGroups.includes('admin'),
  isRegisterReturnsAllowed: false,
  jwt_expired: new Date(expires).toISOString(),
});

export const never = Date.parse('2099-01-01T00:00:00.000Z');

/** What the server refuses something with; `rest` is what an error has beside its code. */
export const refusal = (code: string, status: number, rest: object = {}) => ({
  status,
  body: { error: { code, message: '', ...rest } },
});

export const refused = (code: string, status: number, rest: object = {}) =>
  Response.json(refusal(code, status, rest).body, { status });
