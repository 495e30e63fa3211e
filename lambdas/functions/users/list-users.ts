import { domainToUnicode } from 'node:url';
import * as z from 'zod/mini';
import type { GroupSettings } from '#lambdas/lib/http/caller.ts';
import { invalidCursor, createCursor, keyText, toInstantRange, isWithin } from '#lambdas/lib/records/list-records.ts';
import { findRoles, isInRegion, regionState } from '#lambdas/lib/users/user-row.ts';
import type { DirectoryState, User } from '#lambdas/lib/users/user-row.ts';
import * as field from '#shared/api/fields.ts';
import type { Output, Parsed } from '#shared/api/route.ts';
import type { users } from '#shared/api/routes/users.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { toStoreKey } from '#shared/stores/stores.ts';
import type { SignInObstacle } from '#shared/users/sign-in-check.ts';
import { toUserStatus } from '#shared/users/user.ts';
import type { UserDetails } from '#shared/users/user.ts';
import type { AuditPages, AuditRow, UserSubset, UserPages } from './user-pages-store.ts';

/** Returns a row as the page may see it; the route's output schema strips all other attributes. */
export const toUserDetails = (user: User, configuredGroups: readonly string[], now: Date): UserDetails => ({
  ...user,
  status: toUserStatus(user, now),
  roles: findRoles(user, configuredGroups),
  inRegion: isInRegion(user, configuredGroups),
});

const invitationObstacle = (user: User, now: Date): SignInObstacle[] => {
  if (user.status !== 'invited') return [];
  const lasts = limits.invitationDays * 24 * 3_600_000;
  const end = user.inviteExpiresAt ?? new Date(Date.parse(user.createdAt) + lasts).toISOString();
  return [end <= now.toISOString() ? { type: 'inviteExpired', since: end } : { type: 'invited', until: end }];
};

/** Longest delay between sending an invitation and recording it. */
const maxRecordingDelayMs = 60_000;

/** After a bounce, neither invitations nor codes arrive. A later sign-in or invitation clears the obstacle. */
const bounceObstacle = ({ bouncedAt, invitedAt, lastSignInAt = '' }: User): SignInObstacle[] => {
  if (bouncedAt === undefined || bouncedAt <= lastSignInAt) return [];
  const isBeforeInvitation =
    invitedAt !== undefined && Date.parse(bouncedAt) < Date.parse(invitedAt) - maxRecordingDelayMs;
  return isBeforeInvitation ? [] : [{ type: 'emailBounced', since: bouncedAt }];
};

/** Ends of the locks after too many failed attempts. */
type Locks = { readonly signIn?: Date | undefined; readonly codes?: Date | undefined };

/** Returns the reasons why a user cannot sign in, or can do nothing after signing in. */
export const findSignInObstacles = (
  user: User,
  locks: Locks,
  { configuredGroups, adminsNeedSecondFactor }: GroupSettings,
  now: Date,
): SignInObstacle[] => [
  ...(user.enabled ? [] : [{ type: 'disabled' } as const]),
  ...invitationObstacle(user, now),
  ...bounceObstacle(user),
  ...(isInRegion(user, configuredGroups) ? [] : [{ type: 'outsideRegion' } as const]),
  ...(findRoles(user, configuredGroups).length > 0 ? [] : [{ type: 'noRole' } as const]),
  ...(adminsNeedSecondFactor && !user.secondFactor && findRoles(user, configuredGroups).includes('admin')
    ? [{ type: 'secondFactorMissing' } as const]
    : []),
  ...(locks.signIn ? [{ type: 'tooManyAttempts', until: locks.signIn.toISOString() } as const] : []),
  ...(locks.codes ? [{ type: 'tooManyCodes', until: locks.codes.toISOString() } as const] : []),
];

const userCursor = createCursor('users', z.object({ email: keyText, sub: field.sub }));
const auditCursor = createCursor('audit', z.object({ event: keyText, sub: field.sub }));

/** Returns the page of rows that pass a filter; the next page starts after `last`. `rows` has more rows than a page if the filter skips some. */
const toPage = <Row>(rows: readonly Row[], hasMore: boolean, limit: number, isShown: (row: Row) => boolean) => {
  const matchingRows = rows.filter(isShown);
  const items = matchingRows.slice(0, limit);
  if (matchingRows.length > limit) return { items, last: items.at(-1) };
  return { items, last: hasMore ? rows.at(-1) : undefined };
};

/** Returns true if any filter skips rows of the index; then a request reads more rows than a page, and returns their number. */
const skipsRows = (filters: readonly unknown[]) => filters.some((filter) => filter !== undefined);

const toReadLimit = (limit: number, filters: readonly unknown[]) => (skipsRows(filters) ? limits.page.max : limit);

type UserFilter = Pick<Parsed<typeof users.listUsers>, 'status' | 'role' | 'enabled' | 'storeId' | 'idleDays'> & {
  readonly within?: string | undefined;
};

/** Returns the filter by enabled. A status alone selects enabled users, since disabled ones can neither finish registering nor sign in. */
const toEnabledFilter = ({ enabled, status }: UserFilter) => enabled ?? (status === undefined ? undefined : 'true');

/** Returns the smallest index partition that contains all matching users, followed by the filters that skip rows of it. */
const selectCrowd = (
  region: RegionId,
  filter: UserFilter,
): readonly [crowd: UserSubset, ...remainingFilters: readonly unknown[]] => {
  const { storeId, role, status, enabled } = filter;
  const stateSubset = (state: DirectoryState): UserSubset => ({ index: 'byState', owner: regionState(region, state) });
  if (storeId !== undefined) return [{ index: 'byStore', owner: toStoreKey(region, storeId) }, role, status, enabled];
  if (role === 'admin') return [{ index: 'byAdmin', owner: region }, status, enabled];
  if (toEnabledFilter(filter) === 'false') return [stateSubset('disabled'), role, status];
  if (status === 'confirmed') return [stateSubset('confirmed'), role];
  if (status !== undefined) return [stateSubset('invited'), status];
  return [{ index: 'byEmail', owner: region }, role, enabled];
};

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

/** Returns the text to search in: the address, its domain in Unicode, and the store's name. */
const searchedText = ({ email, storeName }: User): string => {
  const domain = email.includes('xn--') ? domainToUnicode(email.slice(email.lastIndexOf('@') + 1)) : '';
  return `${email}\n${domain}\n${storeName.normalize('NFKC').toLowerCase()}`;
};

const matches = (user: User, filter: UserFilter, configuredGroups: readonly string[], now: Date) => {
  const enabled = toEnabledFilter(filter);
  return (
    (filter.status === undefined || toUserStatus(user, now) === filter.status) &&
    (filter.role === undefined || findRoles(user, configuredGroups).includes(filter.role)) &&
    (enabled === undefined || String(user.enabled) === enabled) &&
    (filter.within === undefined || searchedText(user).includes(filter.within)) &&
    (filter.idleDays === undefined || (user.lastSignInAt ?? user.createdAt) < daysBefore(now, Number(filter.idleDays)))
  );
};

export const listUsers =
  (pages: UserPages, configuredGroups: readonly string[]) =>
  async (input: Parsed<typeof users.listUsers>, now: Date): Promise<Output<typeof users.listUsers>> => {
    const { region, limit, cursor, search: searchInput, ...otherFilters } = input;
    // `*text` searches within addresses and store names; other text is a prefix of the address.
    const isSubstringSearch = searchInput?.startsWith('*') === true;
    const search = isSubstringSearch ? undefined : searchInput;
    const filter = { ...otherFilters, ...(isSubstringSearch && { within: searchInput.slice(1) }) };
    const scope = [region, searchInput, filter.status, filter.role, filter.enabled, filter.storeId, filter.idleDays];
    const after = cursor === undefined ? undefined : userCursor.decode(scope, cursor);
    // DynamoDB rejects a start key outside the key condition.
    if (after && !after.email.startsWith(search ?? '')) throw invalidCursor();
    const [crowd, ...remainingFilters] = selectCrowd(region, filter);
    const skippingFilters = [...remainingFilters, filter.within, filter.idleDays];
    const read = await pages({ region, crowd, search, limit: toReadLimit(limit, skippingFilters), after });
    const { items, last } = toPage(read.items, read.hasMore, limit, (user) =>
      matches(user, filter, configuredGroups, now),
    );
    return {
      items: items.map((user) => toUserDetails(user, configuredGroups, now)),
      ...(skipsRows(skippingFilters) && { read: read.items.length }),
      ...(last && { cursor: userCursor.encode(scope, last) }),
    };
  };

const isShown = (
  { action, by, email, expiresAt }: AuditRow,
  filter: Pick<Parsed<typeof users.listAuditEvents>, 'action' | 'by' | 'person'>,
  now: Date,
) =>
  // DynamoDB deletes expired items with a delay.
  expiresAt * 1000 > now.getTime() &&
  (filter.action === undefined || action === filter.action) &&
  (filter.by === undefined || by === filter.by) &&
  (filter.person === undefined || email === filter.person);

export const listAuditEvents =
  (pages: AuditPages) =>
  async (input: Parsed<typeof users.listAuditEvents>, now: Date): Promise<Output<typeof users.listAuditEvents>> => {
    const { region, sub, from, to, action, by, person, limit, cursor } = input;
    const scope = [region, sub, from, to, action, by, person];
    const skippingFilters = [action, by, person];
    const period = toInstantRange(region, { from, to });
    const after = cursor === undefined ? undefined : auditCursor.decode(scope, cursor);
    // DynamoDB rejects a start key outside the period.
    if (after && !isWithin(after.event.replace(/#.*/, ''), period)) throw invalidCursor();
    const read = await pages({ region, sub, period, limit: toReadLimit(limit, skippingFilters), after });
    const { items, last } = toPage(read.items, read.hasMore, limit, (row) => isShown(row, input, now));
    return {
      items,
      ...(skipsRows(skippingFilters) && { read: read.items.length }),
      ...(last && { cursor: auditCursor.encode(scope, last) }),
    };
  };
