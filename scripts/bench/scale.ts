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
import { repairRecord } from './repair-records.ts';

/** AWS's limits that cannot be changed, as documented in November 2026. */
const aws = {
  /** A second, of one partition key in a table or an index. */
  writeUnitsOfKey: 1000,
  /** Of one partition key, in a table with local indexes. */
  collectionBytes: 10 * 1024 ** 3,
  lambdaAnswerBytes: 6 * 1024 ** 2,
} as const;

/** Quotas of the account (a second, or at once) that docs/runbooks/quotas.md says what to ask for. */
export const quotas = {
  lambdaConcurrency: 1000,
  cognito: { userAuthentication: { byDefault: 120, asked: 300 }, userToken: { byDefault: 120 } },
} as const;

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

/** What there is of something, and what the baseline needs of it. */
const held = (): readonly (readonly [what: string, limit: number, need: number])[] => [
  ['API: calls a second on a Monday morning', stageThrottle.rateLimit, callsOnMonday],
  ['API: sign-ins a second on a Monday morning', signInThrottle(), signInsOnMonday],
  ['Lambda: calls at once', quotas.lambdaConcurrency, callsOnMonday * baseline.callSeconds],
  ['Cognito: sign-ins a second, with the quota asked for', quotas.cognito.userAuthentication.asked, signInsOnMonday],
  [
    'Cognito: sessions renewed a second',
    quotas.cognito.userToken.byDefault,
    baseline.people / (limits.session.accessTokenMinutes * 60),
  ],
  ['Region index: bookings a second, all in one region', aws.writeUnitsOfKey / unitsOfRegionIndex(), bookingsAtPeak],
  [
    `Search: lines of returns a second, all in one region, of ${baseline.linesOfReturn} each`,
    aws.writeUnitsOfKey,
    bookingsAtPeak * baseline.returnsOfBookings * termsInRegion(),
  ],
  [
    'Store: repairs kept, of what a partition with local indexes holds',
    aws.collectionBytes / bytesOfRepair(),
    baseline.bookingsPerStoreAndDay * baseline.daysAMonth * limits.recordMonths,
  ],
  // Booked, and registered.
  ['Changes: told a second and shard', 10 / baseline.eventsSeconds, 2 * bookingsAtPeak],
  ['Stores: bytes of an answer', aws.lambdaAnswerBytes, Math.min(limits.storesPerPage, baseline.stores) * bytesOfStore],
];

/** How many times a thousand stores the portal's own limits, and AWS's, hold. */
export const scale: Bench = {
  about: `limits against ${baseline.stores.toLocaleString('en-GB')} stores, ${baseline.people.toLocaleString('en-GB')} people and ${bookingsADay.toLocaleString('en-GB')} bookings a day`,
  run: async () => held().map(([what, limit, need]) => ({ what, value: limit / need, unit: '×', atLeast: 10 })),
};
