import { domainToUnicode } from 'node:url';
import * as z from 'zod/mini';
import type { GroupSettings } from '#lambdas/lib/http/caller.ts';
import {
  createInvalidCursorError,
  createCursor,
  keyText,
  toInstantRange,
  isWithin,
} from '#lambdas/lib/records/list-records.ts';
import { findRoles, isInRegion, toRegionState } from '#lambdas/lib/users/user-row.ts';
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

/** Returns the details of a user for the page. The route's output schema removes all other attributes of the row. */
export const toUserDetails = (user: User, configuredGroups: readonly string[], now: Date): UserDetails => ({
  ...user,
  status: toUserStatus(user, now),
  roles: findRoles(user, configuredGroups),
  inRegion: isInRegion(user, configuredGroups),
});

const findInvitationObstacle = (user: User, now: Date): SignInObstacle[] => {
  if (user.status !== 'invited') return [];
  const durationMs = limits.invitationDays * 24 * 3_600_000;
  const expiresAt = user.inviteExpiresAt ?? new Date(Date.parse(user.createdAt) + durationMs).toISOString();
  return [
    expiresAt <= now.toISOString()
      ? { type: 'inviteExpired', since: expiresAt }
      : { type: 'invited', until: expiresAt },
  ];
};

/** Longest delay between sending an invitation and recording it. */
const maxRecordingDelayMs = 60_000;

/** Returns the obstacle of a bounced email, to which neither invitations nor codes arrive. A later sign-in or invitation clears it. */
const findBounceObstacle = ({ bouncedAt, invitedAt, lastSignInAt = '' }: User): SignInObstacle[] => {
  if (bouncedAt === undefined || bouncedAt <= lastSignInAt) return [];
  const isBeforeInvitation =
    invitedAt !== undefined && Date.parse(bouncedAt) < Date.parse(invitedAt) - maxRecordingDelayMs;
  return isBeforeInvitation ? [] : [{ type: 'emailBounced', since: bouncedAt }];
};

/** Ends of the blocks after too many failed attempts; undefined if the user is not blocked. */
type BlockEnds = { readonly signInBlockEnd?: Date | undefined; readonly codeBlockEnd?: Date | undefined };

/** Returns the reasons why a user cannot sign in, or can do nothing after signing in. */
export const findSignInObstacles = (
  user: User,
  { signInBlockEnd, codeBlockEnd }: BlockEnds,
  { configuredGroups, adminsNeedSecondFactor }: GroupSettings,
  now: Date,
): SignInObstacle[] => [
  ...(user.enabled ? [] : [{ type: 'disabled' } as const]),
  ...findInvitationObstacle(user, now),
  ...findBounceObstacle(user),
  ...(isInRegion(user, configuredGroups) ? [] : [{ type: 'outsideRegion' } as const]),
  ...(findRoles(user, configuredGroups).length > 0 ? [] : [{ type: 'noRole' } as const]),
  ...(adminsNeedSecondFactor && !user.secondFactor && findRoles(user, configuredGroups).includes('admin')
    ? [{ type: 'secondFactorMissing' } as const]
    : []),
  ...(signInBlockEnd ? [{ type: 'tooManyAttempts', until: signInBlockEnd.toISOString() } as const] : []),
  ...(codeBlockEnd ? [{ type: 'tooManyCodes', until: codeBlockEnd.toISOString() } as const] : []),
];

const userCursor = createCursor('users', z.object({ email: keyText, sub: field.sub }));
const auditCursor = createCursor('audit', z.object({ event: keyText, sub: field.sub }));

/** Returns a page of the rows that pass a filter. The next page starts after `last`. `rows` has more rows than a page if the filter skips some. */
const toPage = <Row>(rows: readonly Row[], hasMore: boolean, limit: number, isMatch: (row: Row) => boolean) => {
  const matchingRows = rows.filter(isMatch);
  const items = matchingRows.slice(0, limit);
  if (matchingRows.length > limit) return { items, last: items.at(-1) };
  return { items, last: hasMore ? rows.at(-1) : undefined };
};

/** Returns true if a filter is set. The request then skips rows of the index, reads more rows than it returns, and reports how many it has read. */
const skipsRows = (filters: readonly unknown[]) => filters.some((filter) => filter !== undefined);

const toReadLimit = (limit: number, filters: readonly unknown[]) => (skipsRows(filters) ? limits.page.max : limit);

type UserFilter = Pick<Parsed<typeof users.listUsers>, 'status' | 'role' | 'enabled' | 'storeId' | 'idleDays'> & {
  readonly substring?: string | undefined;
};

/** Returns the value of `enabled` to filter by, if any. A status alone selects enabled users, since disabled ones can neither finish registering nor sign in. */
const toEnabledFilter = ({ enabled, status }: UserFilter) => enabled ?? (status === undefined ? undefined : 'true');

/** Returns the smallest index partition that contains all matching users, followed by the filters that skip rows of it. */
const selectSubset = (
  region: RegionId,
  filter: UserFilter,
): readonly [subset: UserSubset, ...remainingFilters: readonly unknown[]] => {
  const { storeId, role, status, enabled } = filter;
  const toStateSubset = (state: DirectoryState): UserSubset => ({
    index: 'byState',
    owner: toRegionState(region, state),
  });
  if (storeId !== undefined) return [{ index: 'byStore', owner: toStoreKey(region, storeId) }, role, status, enabled];
  if (role === 'admin') return [{ index: 'byAdmin', owner: region }, status, enabled];
  if (toEnabledFilter(filter) === 'false') return [toStateSubset('disabled'), role, status];
  if (status === 'confirmed') return [toStateSubset('confirmed'), role];
  if (status !== undefined) return [toStateSubset('invited'), status];
  return [{ index: 'byEmail', owner: region }, role, enabled];
};

const subtractDays = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

/** Returns the text to search in: the email, its domain in Unicode, and the store's name. */
const toSearchText = ({ email, storeName }: User): string => {
  const domain = email.includes('xn--') ? domainToUnicode(email.slice(email.lastIndexOf('@') + 1)) : '';
  return `${email}\n${domain}\n${storeName.normalize('NFKC').toLowerCase()}`;
};

const isMatchingUser = (user: User, filter: UserFilter, configuredGroups: readonly string[], now: Date) => {
  const enabled = toEnabledFilter(filter);
  return (
    (filter.status === undefined || toUserStatus(user, now) === filter.status) &&
    (filter.role === undefined || findRoles(user, configuredGroups).includes(filter.role)) &&
    (enabled === undefined || String(user.enabled) === enabled) &&
    (filter.substring === undefined || toSearchText(user).includes(filter.substring)) &&
    (filter.idleDays === undefined ||
      (user.lastSignInAt ?? user.createdAt) < subtractDays(now, Number(filter.idleDays)))
  );
};

export const createUserLister =
  (pages: UserPages, configuredGroups: readonly string[]) =>
  async (input: Parsed<typeof users.listUsers>, now: Date): Promise<Output<typeof users.listUsers>> => {
    const { region, limit, cursor, search: searchInput, ...otherFilters } = input;
    // `*text` is searched within emails and store names, whereas other text is a prefix of the email.
    const isSubstringSearch = searchInput?.startsWith('*') === true;
    const search = isSubstringSearch ? undefined : searchInput;
    const filter = { ...otherFilters, ...(isSubstringSearch && { substring: searchInput.slice(1) }) };
    const scope = [region, searchInput, filter.status, filter.role, filter.enabled, filter.storeId, filter.idleDays];
    const startKey = cursor === undefined ? undefined : userCursor.decode(scope, cursor);
    // DynamoDB rejects a start key outside the key condition.
    if (startKey && !startKey.email.startsWith(search ?? '')) throw createInvalidCursorError();
    const [subset, ...remainingFilters] = selectSubset(region, filter);
    const skippingFilters = [...remainingFilters, filter.substring, filter.idleDays];
    const page = await pages({ region, subset, search, limit: toReadLimit(limit, skippingFilters), after: startKey });
    const { items, last } = toPage(page.items, page.hasMore, limit, (user) =>
      isMatchingUser(user, filter, configuredGroups, now),
    );
    return {
      items: items.map((user) => toUserDetails(user, configuredGroups, now)),
      ...(skipsRows(skippingFilters) && { read: page.items.length }),
      ...(last && { cursor: userCursor.encode(scope, last) }),
    };
  };

const isMatchingEvent = (
  { action, by, email, expiresAt }: AuditRow,
  filter: Pick<Parsed<typeof users.listAuditEvents>, 'action' | 'by' | 'person'>,
  now: Date,
) =>
  // DynamoDB deletes expired items with a delay.
  expiresAt * 1000 > now.getTime() &&
  (filter.action === undefined || action === filter.action) &&
  (filter.by === undefined || by === filter.by) &&
  (filter.person === undefined || email === filter.person);

export const createAuditEventLister =
  (pages: AuditPages) =>
  async (input: Parsed<typeof users.listAuditEvents>, now: Date): Promise<Output<typeof users.listAuditEvents>> => {
    const { region, sub, from, to, action, by, person, limit, cursor } = input;
    const scope = [region, sub, from, to, action, by, person];
    const skippingFilters = [action, by, person];
    const period = toInstantRange(region, { from, to });
    const startKey = cursor === undefined ? undefined : auditCursor.decode(scope, cursor);
    // DynamoDB rejects a start key outside the period.
    if (startKey && !isWithin(startKey.event.replace(/#.*/, ''), period)) throw createInvalidCursorError();
    const page = await pages({ region, sub, period, limit: toReadLimit(limit, skippingFilters), after: startKey });
    const { items, last } = toPage(page.items, page.hasMore, limit, (row) => isMatchingEvent(row, input, now));
    return {
      items,
      ...(skipsRows(skippingFilters) && { read: page.items.length }),
      ...(last && { cursor: auditCursor.encode(scope, last) }),
    };
  };
