import * as z from 'zod/mini';
import { rolesOf } from '#lambdas/directory/roles.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import { badCursor, cursorOf, keyText } from '#lambdas/records/cursor.ts';
import { instantsOf, isWithin } from '#lambdas/records/list-query.ts';
import * as field from '#shared/fields.ts';
import type { Output, Parsed } from '#shared/route.ts';
import type { users } from '#shared/routes/users.ts';
import { statusOf } from '#shared/users/user.ts';
import { summaryOf } from './details.ts';
import type { AuditPages, AuditRow, Crowd, UserPages } from './store.ts';

const userCursor = cursorOf('users', z.object({ email: keyText, sub: field.sub }));
const auditCursor = cursorOf('audit', z.object({ event: keyText, sub: field.sub }));

type UserFilter = Pick<Parsed<typeof users.listUsers>, 'status' | 'role' | 'enabled' | 'storeId'>;

/** Whoever is asked for by status alone is enabled: nobody disabled can finish registering, or sign in. */
const enabledOf = ({ enabled, status }: UserFilter) => enabled ?? (status === undefined ? undefined : 'true');

/** The smallest crowd that holds everybody whom a filter lets through. */
const crowdOf = (filter: UserFilter): Crowd => {
  const { storeId, role, status } = filter;
  if (storeId !== undefined) return { of: 'store', storeId };
  if (role === 'admin') return { of: 'admins' };
  if (enabledOf(filter) === 'false') return { of: 'state', state: 'disabled' };
  if (status !== undefined) return { of: 'state', state: status === 'confirmed' ? 'confirmed' : 'invited' };
  return { of: 'region' };
};

const matches = (user: User, filter: UserFilter, configuredGroups: readonly string[], now: Date) => {
  const enabled = enabledOf(filter);
  return (
    (filter.status === undefined || statusOf(user, now) === filter.status) &&
    (filter.role === undefined || rolesOf(user, configuredGroups).includes(filter.role)) &&
    (enabled === undefined || String(user.enabled) === enabled)
  );
};

/** Pages of a region's users. What a filter leaves out is left out of the page that was read: the cursor goes on behind it. */
export const listUsers =
  (pages: UserPages, configuredGroups: readonly string[]) =>
  async (input: Parsed<typeof users.listUsers>, now: Date): Promise<Output<typeof users.listUsers>> => {
    const { region, limit, cursor, search, ...filter } = input;
    const scope = [region, search, filter.status, filter.role, filter.enabled, filter.storeId];
    const after = cursor === undefined ? undefined : userCursor.decode(scope, cursor);
    // DynamoDB takes no beginning outside what is searched for.
    if (after && !after.email.startsWith(search ?? '')) throw badCursor();
    const { items, hasMore } = await pages({ region, crowd: crowdOf(filter), search, limit, after });
    const last = items.at(-1);
    return {
      items: items
        .filter((user) => matches(user, filter, configuredGroups, now))
        .map((user) => summaryOf(user, configuredGroups, now)),
      ...(hasMore && last && { cursor: userCursor.encode(scope, last) }),
    };
  };

const isShown = (
  { action, by, expiresAt }: AuditRow,
  filter: Pick<Parsed<typeof users.listAuditEvents>, 'action' | 'by'>,
  now: Date,
) =>
  // The table's TTL deletes later than it says.
  expiresAt * 1000 > now.getTime() &&
  (filter.action === undefined || action === filter.action) &&
  (filter.by === undefined || by === filter.by);

/** Pages of what happened to a user, or in a region, newest first. */
export const listAuditEvents =
  (pages: AuditPages) =>
  async (input: Parsed<typeof users.listAuditEvents>, now: Date): Promise<Output<typeof users.listAuditEvents>> => {
    const { region, sub, from, to, action, by, limit, cursor } = input;
    const scope = [region, sub, from, to, action, by];
    const period = instantsOf(region, { from, to });
    const after = cursor === undefined ? undefined : auditCursor.decode(scope, cursor);
    // DynamoDB takes no beginning outside the period.
    if (after && !isWithin(after.event.replace(/#.*/, ''), period)) throw badCursor();
    const { items, hasMore } = await pages({ region, sub, period, limit, after });
    const last = items.at(-1);
    return {
      items: items.filter((row) => isShown(row, { action, by }, now)),
      ...(hasMore && last && { cursor: auditCursor.encode(scope, last) }),
    };
  };
