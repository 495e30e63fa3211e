import { buildUser } from '#shared/testing/user.ts';
import type { AuditEvent } from '#shared/users/audit.ts';
import type { SignInObstacle, UserSession } from '#shared/users/sign-in-check.ts';
import type { UserDetails, UserSummary } from '#shared/users/user.ts';
import { userSummary } from '#shared/users/user.ts';

export const buildUserSummary = (change: Partial<UserSummary> = {}): UserSummary => ({
  ...userSummary.parse(buildUser()),
  ...change,
});

/** Creates the response for one user, with sessions and sign-in obstacles. */
export const buildUserResponse = (
  fields: Partial<UserDetails> = {},
  { sessions = [], obstacles = [] }: { sessions?: UserSession[]; obstacles?: SignInObstacle[] } = {},
) => ({ user: buildUser(fields), sessions, obstacles });

export const buildAuditEvent = (fields: Partial<AuditEvent> = {}): AuditEvent => ({
  id: 'e1',
  at: '2026-11-02T09:30:00.000Z',
  by: 'sam@nuk.example',
  action: 'disabled',
  sub: buildUser().sub,
  email: buildUser().email,
  before: { enabled: true },
  after: { enabled: false },
  ...fields,
});

/** Response with the stores of the region. */
export const storesResponse = {
  items: [
    { storeId: 'UK-1001', storeName: 'London Oxford Street' },
    { storeId: 'UK-1002', storeName: 'Dublin Grafton Street' },
  ],
};
