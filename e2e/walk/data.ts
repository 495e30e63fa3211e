import { buildStoredRepair, buildStoredReturn } from '#lambdas/testing/rows.ts';
import { demoAccounts, demoStores } from '#scripts/demo/accounts.ts';
import { createDemoRepairs } from '#scripts/demo/repairs.ts';
import { createDemoReturns } from '#scripts/demo/returns.ts';
import { toUuid } from '#scripts/demo/values.ts';
import type { AuthObject } from '#shared/api/routes/auth.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { createByRegion, regions } from '#shared/config/regions.ts';
import { calendars } from '#shared/dates/calendars.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { Device } from '#shared/records/device.ts';
import { calculateDeadlines } from '#shared/repairs/deadlines.ts';
import { repair } from '#shared/repairs/repair.ts';
import { returnRecord } from '#shared/returns/return.ts';
import { buildUser } from '#shared/testing/user.ts';
import type { AuditEvent } from '#shared/users/audit.ts';
import type { Role } from '#shared/users/groups.ts';
import type { UserSession } from '#shared/users/sign-in-check.ts';
import type { UserDetails } from '#shared/users/user.ts';

/**
 * Fixed time of all pages of the walk, which opens every page in every state with stubbed API responses (docs/walk.md), so
 * that pictures and readings (accessibility snapshots) are reproducible.
 */
export const now = new Date('2026-11-18T14:20:00.000Z');

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const toIsoBefore = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();

const sortNewestFirst = <Item extends { readonly createdAt: string }>(items: readonly Item[]) =>
  items.toSorted((first, second) => second.createdAt.localeCompare(first.createdAt));

/** Demo repairs of both stores at the time of the walk. */
export const repairsByRegion = createByRegion((region) =>
  sortNewestFirst(
    demoStores[region].flatMap((store, index) => {
      const repairCount = index === 0 ? 32 : 6;
      return createDemoRepairs(region, store, repairCount, now).map((facts) => {
        const row = buildStoredRepair({ ...facts, createdBy: '' });
        const calendar = calendars[region];
        const deadlines = calculateDeadlines(row.timeline, calendar, toCalendarDate(now, calendar.timeZone));
        return repair.parse({ ...row, promises: deadlines });
      });
    }),
  ),
);

export const returnsByRegion = createByRegion((region) =>
  sortNewestFirst(
    demoStores[region].flatMap((store, index) => {
      const returnCount = index === 0 ? 14 : 4;
      return createDemoReturns(region, store, returnCount, now).map((facts) =>
        returnRecord.parse(buildStoredReturn({ ...facts, createdBy: '' })),
      );
    }),
  ),
);

/** Returns a device that is in repair, was repaired before, and was returned once. */
export const createDevice = (region: RegionId): Device => {
  const openRepair = findNewestRecord(repairsByRegion, region, ({ state }) => state === 'received');
  const { product, serialNumber, createdAt } = openRepair;
  const earlierRepair = findNewestRecord(
    repairsByRegion,
    region,
    (candidate) => candidate.state === 'dispatched' && candidate.createdAt < createdAt,
  );
  const { lines, ...earlierReturn } = findNewestRecord(
    returnsByRegion,
    region,
    (candidate) => candidate.rma !== null && candidate.createdAt < createdAt,
  );
  const [line] = lines;
  if (!line) throw new Error(`The demo has an empty return in ${region}.`);
  return {
    repairs: [openRepair, { ...earlierRepair, product, serialNumber }],
    returns: [{ ...earlierReturn, line: { ...line, serialNumber } }],
    hasMore: false,
  };
};

type Records<Item> = Readonly<Record<RegionId, readonly Item[]>>;

/** Returns the newest matching record of the region's first store. Throws if no record matches. */
export const findNewestRecord = <Item extends { readonly storeId: string }>(
  records: Records<Item>,
  region: RegionId,
  matches: (item: Item) => boolean = () => true,
): Item => {
  const record = records[region].find((item) => item.storeId === demoStores[region][0].id && matches(item));
  if (!record) throw new Error(`The demo has no such record in ${region}.`);
  return record;
};

const statusByState = {
  active: 'confirmed',
  disabled: 'confirmed',
  invited: 'invited',
  expired: 'inviteExpired',
} as const;

export const usersByRegion = createByRegion((region) =>
  demoAccounts
    .filter((account) => account.region === region)
    .map(({ email, roles, store, state }, index) => {
      const daysInvited = { active: 0, disabled: 0, invited: 2, expired: 9 }[state];
      return buildUser({
        sub: toUuid(email),
        email,
        storeId: store.id,
        storeName: store.name,
        status: statusByState[state],
        roles: [...roles],
        enabled: state !== 'disabled',
        createdAt: toIsoBefore((8 + 3 * index) * day),
        updatedAt: toIsoBefore((2 + index) * day),
        lastSignInAt: state === 'active' ? toIsoBefore((1 + 5 * index) * hour) : undefined,
        ...(daysInvited && {
          invitedAt: toIsoBefore(daysInvited * day),
          inviteExpiresAt: toIsoBefore((daysInvited - limits.invitationDays) * day),
        }),
        version: 1,
      });
    })
    .toSorted((first, second) => first.email.localeCompare(second.email)),
);

export const findUser = (name: string, region: RegionId): UserDetails => {
  const user = usersByRegion[region].find(({ email }) => email.startsWith(`${name}@`));
  if (!user) throw new Error(`The demo has no ${name} in ${region}.`);
  return user;
};

const createChanges = (region: RegionId): (Pick<AuditEvent, 'action' | 'before' | 'after'> & { name: string })[] => [
  { action: 'disabled', name: 'disabled', before: { enabled: true }, after: { enabled: false } },
  { action: 'addedToGroup', name: 'repairs', before: { roles: [] }, after: { roles: ['register-repairs'] } },
  {
    action: 'storeChanged',
    name: 'repairs',
    before: { storeName: demoStores[region][1].name },
    after: { storeName: demoStores[region][0].name },
  },
  { action: 'invitationResent', name: 'invited', after: { status: 'invited' } },
  { action: 'invited', name: 'expired', after: { roles: ['register-repairs'], status: 'invited' } },
];

/** Audit events of the region's users, newest first. */
export const auditEventsByRegion = createByRegion((region) =>
  createChanges(region).map(({ name, ...change }, index): AuditEvent => {
    const { sub, email } = findUser(name, region);
    return {
      ...change,
      id: toUuid(`${change.action}/${email}`),
      at: toIsoBefore((3 + 20 * index) * hour),
      by: `admin@${region}.example`,
      sub,
      email,
      requestId: toUuid(`request/${change.action}`),
    };
  }),
);

/** Sessions of the signed-in user: the current one, and another on a till. */
export const sessions: UserSession[] = [
  {
    id: 'here',
    startedAt: toIsoBefore(2 * hour),
    lastSeenAt: toIsoBefore(0),
    device: { browser: 'firefox', system: 'windows' },
    isCurrent: true,
  },
  {
    id: 'till',
    startedAt: toIsoBefore(30 * hour),
    lastSeenAt: toIsoBefore(26 * hour),
    device: { browser: 'safari', system: 'ios' },
    isCurrent: false,
  },
];

const rolesByViewer = {
  staff: ['register-repairs', 'register-returns'],
  admin: ['admin'],
  nobody: [],
} as const satisfies Record<string, readonly Role[]>;

export type Viewer = 'visitor' | keyof typeof rolesByViewer;

export const createSession = (viewer: keyof typeof rolesByViewer, region: RegionId): AuthObject => {
  const { id: storeId, name: storeName } = demoStores[region][0];
  return {
    email: `${viewer}@${region}.example`,
    userGroups: [regions[region].group, ...rolesByViewer[viewer]],
    isAdminUser: viewer === 'admin',
    isRegisterReturnsAllowed: viewer !== 'nobody',
    store: { storeId, storeName },
    jwt_expired: toIsoBefore(-limits.session.accessTokenMinutes * minute),
  };
};

/** Returns the browser's storage entries of a session that has just started. */
export const createSessionEntries = (region: RegionId): Readonly<Record<string, string>> => ({
  [`session.${region}.until`]: String(now.getTime() + limits.session.absoluteHours * hour),
  [`session.${region}.idleUntil`]: String(now.getTime() + limits.session.idleMinutes * minute),
});
