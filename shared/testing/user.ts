import type { UserDetails } from '#shared/users/user.ts';

/** Builds a user as the server returns it to an admin. */
export const buildUser = (change: Partial<UserDetails> = {}): UserDetails => ({
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
  inRegion: true,
  secondFactor: false,
  ...change,
});
