import { isInRegion, rolesOf } from '#lambdas/directory/user-row.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import type { GroupSettings } from '#lambdas/http/caller.ts';
import { limits } from '#shared/limits.ts';
import type { SignInObstacle } from '#shared/users/sign-in-check.ts';
import type { UserDetails, UserSummary } from '#shared/users/user.ts';
import { statusOf } from '#shared/users/user.ts';

export const summaryOf = (user: User, configuredGroups: readonly string[], now: Date): UserSummary => ({
  sub: user.sub,
  email: user.email,
  storeId: user.storeId,
  storeName: user.storeName,
  status: statusOf(user, now),
  inviteExpiresAt: user.inviteExpiresAt,
  roles: rolesOf(user, configuredGroups),
  enabled: user.enabled,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
  lastSignInAt: user.lastSignInAt,
  version: user.version,
});

export const detailsOf = (user: User, configuredGroups: readonly string[], now: Date): UserDetails => ({
  ...summaryOf(user, configuredGroups, now),
  invitedAt: user.invitedAt,
  inRegion: isInRegion(user, configuredGroups),
  secondFactor: user.secondFactor,
});

const invitationObstacle = (user: User, now: Date): SignInObstacle[] => {
  if (user.status !== 'invited') return [];
  const lasts = limits.invitationDays * 24 * 3_600_000;
  const end = user.inviteExpiresAt ?? new Date(Date.parse(user.createdAt) + lasts).toISOString();
  return [end <= now.toISOString() ? { type: 'inviteExpired', since: end } : { type: 'invited', until: end }];
};

/** An invitation is noted this long after its email has gone out, at the latest. */
const notedWithinMs = 60_000;

/** Neither invitations nor codes arrive. Another invitation may, unless it comes back, too; and whoever has signed in since needs none. */
const bounceObstacle = ({ bouncedAt, invitedAt, lastSignInAt = '' }: User): SignInObstacle[] => {
  if (bouncedAt === undefined || bouncedAt <= lastSignInAt) return [];
  const isOfEarlier = invitedAt !== undefined && Date.parse(bouncedAt) < Date.parse(invitedAt) - notedWithinMs;
  return isOfEarlier ? [] : [{ type: 'emailBounced', since: bouncedAt }];
};

export const obstaclesOf = (
  user: User,
  refusedUntil: Date | undefined,
  { configuredGroups, adminsNeedSecondFactor }: GroupSettings,
  now: Date,
): SignInObstacle[] => [
  ...(user.enabled ? [] : [{ type: 'disabled' } as const]),
  ...invitationObstacle(user, now),
  ...bounceObstacle(user),
  ...(isInRegion(user, configuredGroups) ? [] : [{ type: 'outsideRegion' } as const]),
  ...(rolesOf(user, configuredGroups).length > 0 ? [] : [{ type: 'noRole' } as const]),
  ...(adminsNeedSecondFactor && !user.secondFactor && rolesOf(user, configuredGroups).includes('admin')
    ? [{ type: 'secondFactorMissing' } as const]
    : []),
  ...(refusedUntil ? [{ type: 'tooManyAttempts', until: refusedUntil.toISOString() } as const] : []),
];
