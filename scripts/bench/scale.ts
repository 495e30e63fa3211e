import { routeThrottles, stageThrottle } from '#infra/throttles.ts';
import { itemBytes } from '#lambdas/aws/item-size.ts';
import { itemOf } from '#lambdas/records/item.ts';
import { newReturnRow, returnSearchItems } from '#lambdas/records/return.ts';
import { limits } from '#shared/limits.ts';
import { searchOwner } from '#shared/records/search.ts';
import { summaryAttributes } from '#shared/records/summaries.ts';
import { routes } from '#shared/routes/table.ts';
import type { Index } from '#shared/tables.ts';
import { tables } from '#shared/tables.ts';
import { newReturn } from '../testing/records.ts';
import { benchStore, region } from '../testing/signed-in.ts';
import { awsLimits, quotas } from './aws-limits.ts';
import type { Bench, Figure } from './figure.ts';
import { repairRecord } from './repair-records.ts';

/** What the portal is made for: ten times as much has to fit. */
const baseline = {
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

const bookingsADay = baseline.stores * baseline.bookingsPerStoreAndDay;
const bookingsAtPeak = (bookingsADay / (baseline.hoursADay * 3600)) * baseline.peak;
const signInsOnMonday = baseline.people / (baseline.mondayMinutes * 60);
const quietPause = limits.pendingRefreshSeconds * limits.longestQuietPause;
const callsOnMonday = signInsOnMonday * baseline.callsOfPage + baseline.stores / quietPause;

const wanted = 10;

/** How many times what the baseline needs a limit is. */
const times = (what: string, limit: number, need: number): Figure => ({
  what,
  value: limit / need,
  unit: '×',
  atLeast: wanted,
});

const throttleOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  routeThrottles()[`${method} ${path}`]?.ThrottlingRateLimit ?? stageThrottle.rateLimit;

const api = (): Figure[] => [
  times('API: calls a second on a Monday morning', stageThrottle.rateLimit, callsOnMonday),
  times('API: sign-ins a second on a Monday morning', throttleOf(routes.auth.login), signInsOnMonday),
];

const services = (): Figure[] => {
  const { userAuthentication, userToken } = quotas.cognito;
  return [
    times('Lambda: calls at once', quotas.lambdaConcurrency, callsOnMonday * baseline.callSeconds),
    times('Cognito: sign-ins a second, with the quota asked for', userAuthentication.asked, signInsOnMonday),
    times(
      'Cognito: sessions renewed a second',
      userToken.byDefault,
      baseline.people / (limits.session.accessTokenMinutes * 60),
    ),
  ];
};

/** Write units that a booking, and then its RMA number, takes of an index. Another sort key is another place: deleted here, put there. */
const unitsOfIndex = ({ sort }: Index) => 1 + (sort === 'stateAt' ? 2 : 1);

const regionIndexes = Object.values<Index>(tables.repairs.indexes).filter(({ partition }) => partition === 'region');

/** A row of an index, in bytes. */
const indexRowBytes = () => {
  const item = itemOf('repairs', repairRecord(0));
  const names = new Set(['store', 'reference', 'region', 'stateAt', ...summaryAttributes]);
  return itemBytes(Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name))));
};

const someReturn = () => {
  const now = new Date();
  const { files, ...booking } = newReturn('scale', now, baseline.linesOfReturn);
  const at = now.toISOString();
  return newReturnRow({
    ...booking,
    ...benchStore,
    lines: booking.lines as Parameters<typeof newReturnRow>[0]['lines'],
    region,
    files,
    createdAt: at,
    createdBy: repairRecord(0).createdBy,
    version: 1,
    timeline: [{ type: 'booked', at, by: 'returns@nuk.example' }],
  });
};

const termsInRegion = () =>
  returnSearchItems(someReturn()).filter(({ owner }) => owner === searchOwner('returns', region)).length;

const database = (): Figure[] => {
  const { writeUnitsOfKey, collectionBytes } = awsLimits.dynamoDb;
  const most = Math.max(...regionIndexes.map(unitsOfIndex));
  const bytes = itemBytes(itemOf('repairs', repairRecord(0)));
  const localIndexes = Object.values<Index>(tables.repairs.indexes).filter(({ kind }) => kind === 'local').length;
  const perStore = baseline.bookingsPerStoreAndDay * baseline.daysAMonth * limits.recordMonths;
  return [
    times('Region index: bookings a second, all in one region', writeUnitsOfKey / most, bookingsAtPeak),
    times(
      `Search: lines of returns a second, all in one region, of ${baseline.linesOfReturn} each`,
      writeUnitsOfKey,
      bookingsAtPeak * baseline.returnsOfBookings * termsInRegion(),
    ),
    times(
      'Store: repairs kept, of what a partition with local indexes holds',
      collectionBytes / (bytes + localIndexes * indexRowBytes()),
      perStore,
    ),
  ];
};

const background = (): Figure[] => [
  // Booked, and registered.
  times('Changes: told a second and shard', 10 / baseline.eventsSeconds, 2 * bookingsAtPeak),
];

const stores = (): Figure[] => {
  const bytes = Buffer.byteLength(JSON.stringify(benchStore)) + 1;
  const need = Math.min(limits.storesPerPage, baseline.stores) * bytes;
  return [times('Stores: bytes of an answer', awsLimits.lambdaAnswerBytes, need)];
};

/** How many times a thousand stores the portal's own limits, and AWS's, hold. */
export const scale: Bench = {
  about: `limits against ${baseline.stores.toLocaleString('en-GB')} stores, ${baseline.people.toLocaleString('en-GB')} people and ${bookingsADay.toLocaleString('en-GB')} bookings a day`,
  run: async () => [...api(), ...services(), ...database(), ...background(), ...stores()],
};
