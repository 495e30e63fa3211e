import { domainToUnicode } from 'node:url';
import * as z from 'zod/mini';
import { rolesOf, isInRegion, regionState } from '#lambdas/directory/user-row.ts';
import type { DirectoryState, User } from '#lambdas/directory/user-row.ts';
import type { GroupSettings } from '#lambdas/http/caller.ts';
import { badCursor, cursorOf, keyText, instantsOf, isWithin } from '#lambdas/records/list.ts';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Output, Parsed } from '#shared/route.ts';
import type { users } from '#shared/routes/users.ts';
import { storeKey } from '#shared/stores.ts';
import type { SignInObstacle } from '#shared/users/sign-in-check.ts';
import { statusOf } from '#shared/users/user.ts';
import type { UserDetails } from '#shared/users/user.ts';
import type { AuditPages, AuditRow, Crowd, UserPages } from './store.ts';

/** A row as the page may see it: what else it holds stays behind at the route's output. */
export const detailsOf = (user: User, configuredGroups: readonly string[], now: Date): UserDetails => ({
  ...user,
  status: statusOf(user, now),
  roles: rolesOf(user, configuredGroups),
  inRegion: isInRegion(user, configuredGroups),
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

/** Ends of the locks after too many attempts. */
type Locks = { readonly signIn?: Date | undefined; readonly codes?: Date | undefined };

/** What keeps somebody from signing in, or from doing anything then. */
export const obstaclesOf = (
  user: User,
  locks: Locks,
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
  ...(locks.signIn ? [{ type: 'tooManyAttempts', until: locks.signIn.toISOString() } as const] : []),
  ...(locks.codes ? [{ type: 'tooManyCodes', until: locks.codes.toISOString() } as const] : []),
];

const userCursor = cursorOf('users', z.object({ email: keyText, sub: field.sub }));
const auditCursor = cursorOf('audit', z.object({ event: keyText, sub: field.sub }));

/** A page of the rows that a filter lets through; `last` is where the next begins after. A filter that thins out is asked with more rows than a page has. */
const pageOf = <Row>(rows: readonly Row[], hasMore: boolean, limit: number, isShown: (row: Row) => boolean) => {
  const shown = rows.filter(isShown);
  const items = shown.slice(0, limit);
  if (shown.length > limit) return { items, last: items.at(-1) };
  return { items, last: hasMore ? rows.at(-1) : undefined };
};

/** Whether anything of a filter thins out what an index answers: then more rows are read than a page has, and it is told how many. */
const isThinned = (thinning: readonly unknown[]) => thinning.some((filter) => filter !== undefined);

const readFor = (limit: number, thinning: readonly unknown[]) => (isThinned(thinning) ? limits.page.max : limit);

type UserFilter = Pick<Parsed<typeof users.listUsers>, 'status' | 'role' | 'enabled' | 'storeId' | 'idleDays'> & {
  readonly within?: string | undefined;
};

/** A status alone means enabled users: a disabled one can neither finish registering nor sign in. */
const enabledOf = ({ enabled, status }: UserFilter) => enabled ?? (status === undefined ? undefined : 'true');

/** The smallest crowd that holds everybody whom a filter lets through, and what of the filter thins it out. */
const crowdOf = (region: RegionId, filter: UserFilter): readonly [crowd: Crowd, ...thinning: readonly unknown[]] => {
  const { storeId, role, status, enabled } = filter;
  const inState = (state: DirectoryState): Crowd => ({ index: 'byState', owner: regionState(region, state) });
  if (storeId !== undefined) return [{ index: 'byStore', owner: storeKey(region, storeId) }, role, status, enabled];
  if (role === 'admin') return [{ index: 'byAdmin', owner: region }, status, enabled];
  if (enabledOf(filter) === 'false') return [inState('disabled'), role, status];
  if (status === 'confirmed') return [inState('confirmed'), role];
  if (status !== undefined) return [inState('invited'), status];
  return [{ index: 'byEmail', owner: region }, role, enabled];
};

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

/** Returns what of a user a text is searched for within: the address, also as people write its domain, and the store's name. */
const searchedText = ({ email, storeName }: User): string => {
  const domain = email.includes('xn--') ? domainToUnicode(email.slice(email.lastIndexOf('@') + 1)) : '';
  return `${email}\n${domain}\n${storeName.normalize('NFKC').toLowerCase()}`;
};

const matches = (user: User, filter: UserFilter, configuredGroups: readonly string[], now: Date) => {
  const enabled = enabledOf(filter);
  return (
    (filter.status === undefined || statusOf(user, now) === filter.status) &&
    (filter.role === undefined || rolesOf(user, configuredGroups).includes(filter.role)) &&
    (enabled === undefined || String(user.enabled) === enabled) &&
    (filter.within === undefined || searchedText(user).includes(filter.within)) &&
    (filter.idleDays === undefined || (user.lastSignInAt ?? user.createdAt) < daysBefore(now, Number(filter.idleDays)))
  );
};

export const listUsers =
  (pages: UserPages, configuredGroups: readonly string[]) =>
  async (input: Parsed<typeof users.listUsers>, now: Date): Promise<Output<typeof users.listUsers>> => {
    const { region, limit, cursor, search: asked, ...rest } = input;
    const looksWithin = asked?.startsWith('*') === true;
    const search = looksWithin ? undefined : asked;
    const filter = { ...rest, ...(looksWithin && { within: asked.slice(1) }) };
    const scope = [region, asked, filter.status, filter.role, filter.enabled, filter.storeId, filter.idleDays];
    const after = cursor === undefined ? undefined : userCursor.decode(scope, cursor);
    // DynamoDB takes no beginning outside what is searched for.
    if (after && !after.email.startsWith(search ?? '')) throw badCursor();
    const [crowd, ...ofCrowd] = crowdOf(region, filter);
    const thinning = [...ofCrowd, filter.within, filter.idleDays];
    const read = await pages({ region, crowd, search, limit: readFor(limit, thinning), after });
    const { items, last } = pageOf(read.items, read.hasMore, limit, (user) =>
      matches(user, filter, configuredGroups, now),
    );
    return {
      items: items.map((user) => detailsOf(user, configuredGroups, now)),
      ...(isThinned(thinning) && { read: read.items.length }),
      ...(last && { cursor: userCursor.encode(scope, last) }),
    };
  };

const isShown = (
  { action, by, email, expiresAt }: AuditRow,
  filter: Pick<Parsed<typeof users.listAuditEvents>, 'action' | 'by' | 'person'>,
  now: Date,
) =>
  // The table's TTL deletes later than it says.
  expiresAt * 1000 > now.getTime() &&
  (filter.action === undefined || action === filter.action) &&
  (filter.by === undefined || by === filter.by) &&
  (filter.person === undefined || email === filter.person);

export const listAuditEvents =
  (pages: AuditPages) =>
  async (input: Parsed<typeof users.listAuditEvents>, now: Date): Promise<Output<typeof users.listAuditEvents>> => {
    const { region, sub, from, to, action, by, person, limit, cursor } = input;
    const scope = [region, sub, from, to, action, by, person];
    const thinning = [action, by, person];
    const period = instantsOf(region, { from, to });
    const after = cursor === undefined ? undefined : auditCursor.decode(scope, cursor);
    // DynamoDB takes no beginning outside the period.
    if (after && !isWithin(after.event.replace(/#.*/, ''), period)) throw badCursor();
    const read = await pages({ region, sub, period, limit: readFor(limit, thinning), after });
    const { items, last } = pageOf(read.items, read.hasMore, limit, (row) => isShown(row, input, now));
    return {
      items,
      ...(isThinned(thinning) && { read: read.items.length }),
      ...(last && { cursor: auditCursor.encode(scope, last) }),
    };
  };
