import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { roles } from './groups.ts';
import type { Role } from './groups.ts';

/** Statuses of a user. `inviteExpired` is derived from the expiry date and never stored. */
export const userStatuses = ['confirmed', 'invited', 'inviteExpired'] as const;
export type UserStatus = (typeof userStatuses)[number];

/** Minimum numbers of days without a sign-in, to find accounts that may no longer be needed. */
export const idleDays = ['90', '180'] as const;

/** Derives the status at an instant. `inviteExpiresAt` is an ISO instant. */
export const toUserStatus = (
  {
    status,
    inviteExpiresAt,
  }: { readonly status: 'confirmed' | 'invited'; readonly inviteExpiresAt?: string | undefined },
  now: Date,
): UserStatus =>
  status === 'invited' && inviteExpiresAt !== undefined && inviteExpiresAt <= now.toISOString()
    ? 'inviteExpired'
    : status;

export const userSummary = z.object({
  /** Cognito's permanent ID of the user. */
  sub: z.string(),
  email: z.string(),
  storeId: z.string(),
  storeName: z.string(),
  status: z.enum(userStatuses),
  /** Expiry of the latest invitation, in the future or the past. */
  inviteExpiresAt: z.optional(field.instant),
  roles: z.array(z.enum(roles)),
  enabled: z.boolean(),
  createdAt: field.instant,
  updatedAt: field.instant,
  lastSignInAt: z.optional(field.instant),
  /**
   * Version for optimistic locking, increased by each change; changes of another version are rejected with
   * UserChanged.
   */
  version: z.int(),
});
export type UserSummary = z.output<typeof userSummary>;

export const userDetails = z.extend(userSummary, {
  invitedAt: z.optional(field.instant),
  /** True if the user has the region's group, without which they have no access. */
  inRegion: z.boolean(),
  secondFactor: z.boolean(),
});
export type UserDetails = z.output<typeof userDetails>;

/** Returns the roles available in a region; without returns there is no role for them. */
export const findAvailableRoles = ({ returnsAvailable }: { readonly returnsAvailable: boolean }): Role[] =>
  roles.filter((role) => returnsAvailable || role !== 'register-returns');

export const newUser = {
  email: field.email,
  storeId: field.storeId,
  storeName: field.storeName,
  roles: z.array(z.enum(roles)).check(z.maxLength(roles.length)),
};
