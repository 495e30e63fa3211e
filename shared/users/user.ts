import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { roles } from '#shared/groups.ts';
import type { Role } from '#shared/groups.ts';

/** What a user may be: an invitation that has run out is known by its date alone, so no row ever says so. */
export const userStatuses = ['confirmed', 'invited', 'inviteExpired'] as const;
export type UserStatus = (typeof userStatuses)[number];

/** For how many days somebody may not have signed in: whose accounts are perhaps not needed any more. */
export const idleDays = ['90', '180'] as const;

/** The status at an instant. `inviteExpiresAt` is an ISO instant. */
export const statusOf = (
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
  /** Cognito's lasting name of the user. */
  sub: z.string(),
  email: z.string(),
  storeId: z.string(),
  storeName: z.string(),
  status: z.enum(userStatuses),
  /** Until when the last invitation can be, or could have been, used. */
  inviteExpiresAt: z.optional(field.instant),
  roles: z.array(z.enum(roles)),
  enabled: z.boolean(),
  createdAt: field.instant,
  updatedAt: field.instant,
  lastSignInAt: z.optional(field.instant),
  /** Optimistic lock: rises with each change; a change of another version is refused with UserChanged. */
  version: z.int(),
});
export type UserSummary = z.output<typeof userSummary>;

export const userDetails = z.extend(userSummary, {
  invitedAt: z.optional(field.instant),
  /** Whether the user has the region's group, without which nothing opens. */
  inRegion: z.boolean(),
  secondFactor: z.boolean(),
});
export type UserDetails = z.output<typeof userDetails>;

/** The roles that can be given in a region: no returns where there are none. */
export const rolesFor = ({ returnsAvailable }: { readonly returnsAvailable: boolean }): Role[] =>
  roles.filter((role) => returnsAvailable || role !== 'register-returns');

export const newUser = {
  email: field.email,
  storeId: field.storeId,
  storeName: field.storeName,
  roles: z.array(z.enum(roles)).check(z.maxLength(roles.length)),
};
