import { newRepairRow } from '#lambdas/records/repair.ts';
import { newReturnRow } from '#lambdas/records/return.ts';
import { demoAccounts, demoStores } from '#scripts/demo/accounts.ts';
import { demoRepairs } from '#scripts/demo/repairs.ts';
import { demoReturns } from '#scripts/demo/returns.ts';
import { uuid } from '#scripts/demo/values.ts';
import { calendars } from '#shared/calendars.ts';
import { calendarDate } from '#shared/dates.ts';
import type { Role } from '#shared/groups.ts';
import { limits } from '#shared/limits.ts';
import type { Device } from '#shared/records/device.ts';
import type { RegionId } from '#shared/regions.ts';
import { byRegion, regions } from '#shared/regions.ts';
import { promisesOf } from '#shared/repairs/promises.ts';
import { repair } from '#shared/repairs/repair.ts';
import { returnRecord } from '#shared/returns/return.ts';
import type { AuthObject } from '#shared/routes/auth.ts';
import type { AuditEvent } from '#shared/users/audit.ts';
import type { UserSession } from '#shared/users/sign-in-check.ts';
import type { UserDetails } from '#shared/users/user.ts';

/** The instant at which every page of the walk is looked at: pictures and readings are the same whenever they are made. */
export const now = new Date('2026-11-18T14:20:00.000Z');

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();

const newestFirst = <Item extends { readonly createdAt: string }>(items: readonly Item[]) =>
  items.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));

/** The demo's repairs of both stores, as they are at that instant. */
export const repairsIn = byRegion((region) =>
  newestFirst(
    demoStores[region].flatMap((store, index) =>
      demoRepairs(region, store, index === 0 ? 32 : 6, now).map((facts) => {
        const row = newRepairRow({ ...facts, createdBy: '' });
        const calendar = calendars[region];
        const promises = promisesOf(row.timeline, calendar, calendarDate(now, calendar.timeZone));
        return repair.parse({ ...row, promises });
      }),
    ),
  ),
);

export const returnsIn = byRegion((region) =>
  newestFirst(
    demoStores[region].flatMap((store, index) =>
      demoReturns(region, store, index === 0 ? 14 : 4, now).map((facts) =>
        returnRecord.parse(newReturnRow({ ...facts, createdBy: '' })),
      ),
    ),
  ),
);

/** A device that is being repaired, was repaired before, and was sent back once. */
export const deviceIn = (region: RegionId): Device => {
  const open = firstOf(repairsIn, region, ({ state }) => state === 'received');
  const { product, serialNumber, createdAt } = open;
  const before = firstOf(repairsIn, region, (one) => one.state === 'dispatched' && one.createdAt < createdAt);
  const { lines, ...returned } = firstOf(returnsIn, region, (one) => one.rma !== null && one.createdAt < createdAt);
  const [line] = lines;
  if (!line) throw new Error(`The demo has an empty return in ${region}.`);
  return {
    repairs: [open, { ...before, product, serialNumber }],
    returns: [{ ...returned, line: { ...line, serialNumber } }],
    hasMore: false,
  };
};

type Records<Item> = Readonly<Record<RegionId, readonly Item[]>>;

/** The newest record of the region's first store that is as asked. */
export const firstOf = <Item extends { readonly storeId: string }>(
  records: Records<Item>,
  region: RegionId,
  is: (item: Item) => boolean = () => true,
): Item => {
  const found = records[region].find((item) => item.storeId === demoStores[region][0].id && is(item));
  if (!found) throw new Error(`The demo has no such record in ${region}.`);
  return found;
};

const statusOf = { active: 'confirmed', disabled: 'confirmed', invited: 'invited', expired: 'inviteExpired' } as const;

export const usersIn = byRegion((region) =>
  demoAccounts
    .filter((account) => account.region === region)
    .map(({ email, roles, store, state }, index): UserDetails => {
      const daysInvited = { active: 0, disabled: 0, invited: 2, expired: 9 }[state];
      return {
        sub: uuid(email),
        email,
        storeId: store.id,
        storeName: store.name,
        status: statusOf[state],
        roles: [...roles],
        enabled: state !== 'disabled',
        createdAt: ago((8 + 3 * index) * day),
        updatedAt: ago((2 + index) * day),
        ...(state === 'active' && { lastSignInAt: ago((1 + 5 * index) * hour) }),
        ...(daysInvited && {
          invitedAt: ago(daysInvited * day),
          inviteExpiresAt: ago((daysInvited - limits.invitationDays) * day),
        }),
        version: 1,
        inRegion: true,
        secondFactor: false,
      };
    })
    .toSorted((one, other) => one.email.localeCompare(other.email)),
);

export const userNamed = (name: string, region: RegionId): UserDetails => {
  const found = usersIn[region].find(({ email }) => email.startsWith(`${name}@`));
  if (!found) throw new Error(`The demo has no ${name} in ${region}.`);
  return found;
};

const happenedIn = (region: RegionId): (Pick<AuditEvent, 'action' | 'before' | 'after'> & { name: string })[] => [
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

/** What has happened to the region's users, newest first. */
export const eventsIn = byRegion((region) =>
  happenedIn(region).map(({ name, ...happened }, index): AuditEvent => {
    const { sub, email } = userNamed(name, region);
    return {
      ...happened,
      id: uuid(`${happened.action}/${email}`),
      at: ago((3 + 20 * index) * hour),
      by: `admin@${region}.example`,
      sub,
      email,
      requestId: uuid(`request/${happened.action}`),
    };
  }),
);

/** Where somebody is signed in: here, and on a till that was left. */
export const sessions: UserSession[] = [
  {
    id: 'here',
    startedAt: ago(2 * hour),
    lastSeenAt: ago(0),
    device: { browser: 'firefox', system: 'windows' },
    isCurrent: true,
  },
  {
    id: 'till',
    startedAt: ago(30 * hour),
    lastSeenAt: ago(26 * hour),
    device: { browser: 'safari', system: 'ios' },
    isCurrent: false,
  },
];

const rolesOf = {
  staff: ['register-repairs', 'register-returns'],
  admin: ['admin'],
  nobody: [],
} as const satisfies Record<string, readonly Role[]>;

export type Who = 'visitor' | keyof typeof rolesOf;

export const sessionOf = (who: keyof typeof rolesOf, region: RegionId): AuthObject => {
  const { id: storeId, name: storeName } = demoStores[region][0];
  return {
    email: `${who}@${region}.example`,
    userGroups: [regions[region].group, ...rolesOf[who]],
    isAdminUser: who === 'admin',
    isRegisterReturnsAllowed: who !== 'nobody',
    store: { storeId, storeName },
    jwt_expired: ago(-limits.session.accessTokenMinutes * minute),
  };
};

/** What a browser remembers of a session that began a moment ago. */
export const marksOf = (region: RegionId): Readonly<Record<string, string>> => ({
  [`session.${region}.until`]: String(now.getTime() + limits.session.absoluteHours * hour),
  [`session.${region}.idleUntil`]: String(now.getTime() + limits.session.idleMinutes * minute),
});
