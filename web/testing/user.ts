import type { AuditEvent } from '#shared/users/audit.ts';
import type { SignInObstacle, UserSession } from '#shared/users/sign-in-check.ts';
import type { UserDetails, UserSummary } from '#shared/users/user.ts';

const summary: UserSummary = {
  sub: '3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11',
  email: 'kim@nuk.example',
  storeId: 'UK-1001',
  storeName: 'London Oxford Street',
  status: 'confirmed',
  roles: ['register-repairs'],
  enabled: true,
  createdAt: '2026-10-01T09:30:00.000Z',
  updatedAt: '2026-10-02T09:30:00.000Z',
  lastSignInAt: '2026-11-01T08:00:00.000Z',
  version: 3,
};

export const buildUserSummary = (fields: Partial<UserSummary> = {}): UserSummary => ({ ...summary, ...fields });

export const buildUserDetails = (fields: Partial<UserDetails> = {}): UserDetails => ({
  ...summary,
  inRegion: true,
  secondFactor: false,
  ...fields,
});

/** Creates the response for one user, with sessions and sign-in obstacles. */
export const buildUserResponse = (
  fields: Partial<UserDetails> = {},
  { sessions = [], obstacles = [] }: { sessions?: UserSession[]; obstacles?: SignInObstacle[] } = {},
) => ({ user: buildUserDetails(fields), sessions, obstacles });

export const buildAuditEvent = (fields: Partial<AuditEvent> = {}): AuditEvent => ({
  id: 'e1',
  at: '2026-11-02T09:30:00.000Z',
  by: 'sam@nuk.example',
  action: 'disabled',
  sub: summary.sub,
  email: summary.email,
  before: { enabled: true },
  after: { enabled: false },
  ...fields,
});

export const knownStores = {
  items: [
    { storeId: 'UK-1001', storeName: 'London Oxford Street' },
    { storeId: 'UK-1002', storeName: 'Dublin Grafton Street' },
  ],
};
