import { routeThrottles, stageThrottle } from '#infra/throttles.ts';
import { itemBytes } from '#lambdas/aws/item-size.ts';
import { itemOf } from '#lambdas/records/item.ts';
import { returnSearchItems } from '#lambdas/records/return.ts';
import { bookedReturn } from '#lambdas/testing/return-row.ts';
import { limits } from '#shared/limits.ts';
import { searchOwner } from '#shared/records/search.ts';
import { summaryAttributes } from '#shared/records/summaries.ts';
import type { StoredLine } from '#shared/returns/return.ts';
import { routes } from '#shared/routes/table.ts';
import type { Index } from '#shared/tables.ts';
import { tables } from '#shared/tables.ts';
import { newReturn } from '../testing/records.ts';
import { benchStore, region } from '../testing/signed-in.ts';
import type { Bench } from './figure.ts';
import type { Quota } from './quotas.ts';
import { quotas } from './quotas.ts';
import { repairRecord } from './repair-records.ts';

/** What docs/runbooks/quotas.md says to ask for: Cognito's sign-ins a second. */
export const asked = { cognitoUserAuthentication: 300 } as const;

/** What the portal is made for: ten times as much has to fit. */
export const baseline = {
  stores: 1000,
  bookingsPerStoreAndDay: 10,
  hoursADay: 8,
  daysAMonth: 26,
  /** The busiest minute against the average. */
  peak: 10,
  people: 3000,
  /** Monday morning: everybody comes within so many minutes, and each page makes so many calls. */
  mondayMinutes: 2,
  callsOfPage: 5,
  /** Of ten bookings one is a return, of so many lines. */
  returnsOfBookings: 0.1,
  linesOfReturn: 50,
  /** Seconds that a call keeps a function. */
  callSeconds: 0.1,
  /** Seconds until EventBridge has taken ten events. */
  eventsSeconds: 0.03,
} as const;

export const bookingsADay = baseline.stores * baseline.bookingsPerStoreAndDay;
const bookingsAtPeak = (bookingsADay / (baseline.hoursADay * 3600)) * baseline.peak;
const signInsOnMonday = baseline.people / (baseline.mondayMinutes * 60);
const quietPause = limits.pendingRefreshSeconds * limits.longestQuietPause;
const callsOnMonday = signInsOnMonday * baseline.callsOfPage + baseline.stores / quietPause;

const { method, path } = routes.auth.login;
const signInThrottle = () => routeThrottles()[`${method} ${path}`]?.ThrottlingRateLimit ?? stageThrottle.rateLimit;

const indexes = Object.values<Index>(tables.repairs.indexes);

/** Write units that a booking, and then its RMA number, takes of a region's index. Another sort key is another place: deleted here, put there. */
const unitsOfRegionIndex = () =>
  Math.max(
    ...indexes.filter(({ partition }) => partition === 'region').map(({ sort }) => 1 + (sort === 'stateAt' ? 2 : 1)),
  );

/** Bytes that a repair takes in its store's partition: the item, and its row in each local index. */
const bytesOfRepair = () => {
  const item = itemOf('repairs', repairRecord(0));
  const names = new Set(['store', 'reference', 'region', 'stateAt', ...summaryAttributes]);
  const indexRow = Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
  return itemBytes(item) + indexes.filter(({ kind }) => kind === 'local').length * itemBytes(indexRow);
};

/** Search terms of a return in its region's partition. */
const termsInRegion = () => {
  const lines = newReturn('scale', new Date(), baseline.linesOfReturn).lines as StoredLine[];
  const items = returnSearchItems(bookedReturn({ region, lines }));
  return items.filter(({ owner }) => owner === searchOwner('returns', region)).length;
};

const bytesOfStore = Buffer.byteLength(JSON.stringify(benchStore)) + 1;

/** Work on many users keeps to so many people a second, however many stores there are. */
const pacedPeople = 5;

type Held = readonly [
  what: string,
  limit: number,
  need: number,
  /** What the limit is of, and whether ten times the baseline has to fit: not where it is only the default, or the need keeps to a pace. */
  more?: { readonly quota?: Quota; readonly isOnlyTold?: boolean },
];

const of = (name: keyof typeof quotas, need: number, isOnlyTold = false): Held => {
  const quota: Quota = quotas[name];
  return [name, quota.limit, need, { quota, isOnlyTold }];
};

/** What there is of something, and what the baseline needs of it. */
const held = (): readonly Held[] => [
  ['API: calls a second on a Monday morning', stageThrottle.rateLimit, callsOnMonday],
  ['API: sign-ins a second on a Monday morning', signInThrottle(), signInsOnMonday],
  ['cognitoUserAuthentication, with the quota asked for', asked.cognitoUserAuthentication, signInsOnMonday],
  of('cognitoUserAuthentication', signInsOnMonday, true),
  // One in ten has one-time codes on.
  of('cognitoChallenges', signInsOnMonday / 10),
  of('cognitoUserToken', baseline.people / (limits.session.accessTokenMinutes * 60)),
  of('cognitoUserRead', 2 * pacedPeople, true),
  of('cognitoUserCreation', pacedPeople, true),
  // Two groups each, beside being enabled or disabled.
  of('cognitoUserUpdate', 3 * pacedPeople, true),
  // One in a hundred has forgotten the password, or changes it.
  of('cognitoUserAccountRecovery', signInsOnMonday / 100),
  of('cognitoUserResourceUpdate', signInsOnMonday / 100),
  // As if each call began a container, and read what a sign-in's does: two versions each of two secrets, and two more.
  of('secretReads', callsOnMonday * 6),
  of('lambdaConcurrency', callsOnMonday * baseline.callSeconds),
  of('lambdaScaling', callsOnMonday * baseline.callSeconds),
  of('lambdaAnswerBytes', Math.min(limits.storesPerPage, baseline.stores) * bytesOfStore),
  of('apiGateway', callsOnMonday),
  // A booking and its RMA number: the item, and its row in both local indexes, one of which moves.
  of('newTableWrites', bookingsAtPeak * 2 * 4),
  [
    'Region index: bookings a second, all in one region',
    quotas.writeUnitsOfKey.limit / unitsOfRegionIndex(),
    bookingsAtPeak,
  ],
  [
    `Search: lines of returns a second, all in one region, of ${baseline.linesOfReturn} each`,
    quotas.writeUnitsOfKey.limit,
    bookingsAtPeak * baseline.returnsOfBookings * termsInRegion(),
  ],
  [
    'Store: repairs kept, of what a partition with local indexes holds',
    quotas.collectionBytes.limit / bytesOfRepair(),
    baseline.bookingsPerStoreAndDay * baseline.daysAMonth * limits.recordMonths,
  ],
  // Booked, and registered.
  ['Changes: told a second and shard', 10 / baseline.eventsSeconds, 2 * bookingsAtPeak],
  of('putEvents', 2 * bookingsAtPeak),
  of('sesSendRate', pacedPeople, true),
  // Reports, each handed out for two minutes at most.
  of('sqsInFlight', 2 * bookingsAtPeak * 120),
  of('s3Writes', bookingsAtPeak * baseline.returnsOfBookings),
  of('cloudFront', 2 * callsOnMonday),
  of('captchaChecks', baseline.people * baseline.daysAMonth, true),
];

const told = ([what, , , { quota } = {}]: Held) =>
  quota
    ? `${what}: ${quota.source}${quota.isAdjustable ? ', adjustable' : ''}${quota.notReadAgain ? ', not read again' : ''}`
    : what;

/** How many times a thousand stores the portal's own limits, and AWS's, hold: what breaks first comes first. `bench cost` says what that costs. */
export const scale: Bench = {
  about: `limits against ${baseline.stores.toLocaleString('en-GB')} stores, ${baseline.people.toLocaleString('en-GB')} people and ${bookingsADay.toLocaleString('en-GB')} bookings a day; what breaks first comes first`,
  run: async () => {
    const all = held()
      .map((each) => ({ each, times: each[1] / each[2] }))
      .toSorted((one, other) => one.times - other.times);
    return [
      ...all.map(({ each, times }) => ({
        what: told(each),
        value: times,
        unit: '×',
        ...(!each[3]?.isOnlyTold && { atLeast: 10 }),
      })),
      ...[1, 10, 100].map((times) => ({
        what: `At ${times} × the baseline: limits too small, defaults and paces left out`,
        value: all.filter((one) => one.times < times && !one.each[3]?.isOnlyTold).length,
        ...(times <= 10 && { atMost: 0 }),
      })),
    ];
  },
};
