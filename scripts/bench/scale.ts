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

/** AWS's limits of one partition key in a table or an index: units written a second, and bytes in a table with local indexes. */
const ofKey = { writeUnits: 1000, bytes: 10 * 1024 ** 3 } as const;

/** Quotas of the account (a second, or at once) that docs/runbooks/quotas.md says what to ask for. */
export const quotas = { lambdaConcurrency: 1000, cognitoUserAuthentication: { byDefault: 120, asked: 300 } } as const;

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

/** Which page of AWS says so, in November 2026, and whether more can be asked for. But for Secrets Manager's noted from memory: look it up before relying on it. */
const sources = {
  cognito: 'Quotas in Amazon Cognito, request rates; adjustable',
  'cognito, fixed': 'Quotas in Amazon Cognito, request rates; fixed',
  secrets: 'AWS Secrets Manager quotas, read; fixed',
  lambda: 'Lambda quotas; fixed',
  'lambda, account': 'Lambda quotas; adjustable',
  api: 'Amazon API Gateway quotas, account; adjustable',
  dynamoDb: 'Quotas in Amazon DynamoDB; fixed',
  events: 'Amazon EventBridge quotas, Frankfurt; adjustable',
  ses: 'Service quotas in Amazon SES, outside the sandbox at first; adjustable',
  sqs: 'Amazon SQS message quotas; fixed',
  s3: 'Amazon S3 performance, per prefix; fixed',
  cloudFront: 'CloudFront quotas, per distribution; adjustable',
  captcha: 'docs/runbooks/captcha.md; with billing more',
  own: 'our own',
} as const;

/** `isOnlyTold`: the default of what is asked for, or a need that keeps to a pace; ten times the baseline does not have to fit. */
type Held = readonly [
  what: string,
  limit: number,
  need: number,
  source: keyof typeof sources,
  isOnlyTold?: 'only told',
];

/** What there is of something, and what the baseline needs of it, a second where nothing else is said. What is not here has no quota (metric filters, Cognito's key sets), or only operators ask it. */
const held = (): readonly Held[] => [
  ['API: calls on a Monday morning', stageThrottle.rateLimit, callsOnMonday, 'own'],
  ['API: sign-ins on a Monday morning', signInThrottle(), signInsOnMonday, 'own'],
  ['UserAuthentication, as asked for', quotas.cognitoUserAuthentication.asked, signInsOnMonday, 'cognito'],
  ['UserAuthentication', quotas.cognitoUserAuthentication.byDefault, signInsOnMonday, 'cognito', 'only told'],
  // Three times the sign-ins; one in ten people has one-time codes on.
  ['Answers to challenges', 360, signInsOnMonday / 10, 'cognito'],
  ['UserToken', 120, baseline.people / (limits.session.accessTokenMinutes * 60), 'cognito'],
  ['UserRead', 120, 2 * pacedPeople, 'cognito', 'only told'],
  ['UserCreation', 50, pacedPeople, 'cognito', 'only told'],
  // Two groups each, beside being enabled or disabled.
  ['UserUpdate', 25, 3 * pacedPeople, 'cognito, fixed', 'only told'],
  // One in a hundred has forgotten the password, or changes it.
  ['UserAccountRecovery', 30, signInsOnMonday / 100, 'cognito, fixed'],
  ['UserResourceUpdate', 25, signInsOnMonday / 100, 'cognito, fixed'],
  // As if each call began a container that reads what a sign-in's does: two versions each of two secrets, and two more.
  ['GetSecretValue', 10_000, callsOnMonday * 6, 'secrets'],
  ['Concurrent executions', quotas.lambdaConcurrency, callsOnMonday * baseline.callSeconds, 'lambda, account'],
  ['New containers of a function in ten seconds', 1000, callsOnMonday * baseline.callSeconds, 'lambda'],
  [
    'Bytes of an answer: stores',
    6 * 1024 ** 2,
    Math.min(limits.storesPerPage, baseline.stores) * bytesOfStore,
    'lambda',
  ],
  ['Requests of all HTTP APIs', 10_000, callsOnMonday, 'api'],
  // A booking and its RMA number: the item, and its row in both local indexes, one of which moves.
  ['Units written to a new table, which doubles by itself', 4000, bookingsAtPeak * 2 * 4, 'dynamoDb'],
  ['Region index: bookings in one region', ofKey.writeUnits / unitsOfRegionIndex(), bookingsAtPeak, 'dynamoDb'],
  [
    `Search: lines of returns in one region, of ${baseline.linesOfReturn} each`,
    ofKey.writeUnits,
    bookingsAtPeak * baseline.returnsOfBookings * termsInRegion(),
    'dynamoDb',
  ],
  [
    'Store: repairs kept, of what a partition with local indexes holds',
    ofKey.bytes / bytesOfRepair(),
    baseline.bookingsPerStoreAndDay * baseline.daysAMonth * limits.recordMonths,
    'dynamoDb',
  ],
  // Booked, and registered.
  ['Changes: told of a shard', 10 / baseline.eventsSeconds, 2 * bookingsAtPeak, 'own'],
  ['PutEvents', 2400, 2 * bookingsAtPeak, 'events'],
  ['Emails', 14, pacedPeople, 'ses', 'only told'],
  // Reports, each handed out for two minutes at most.
  ['Messages handed out', 120_000, 2 * bookingsAtPeak * 120, 'sqs'],
  ['Files written', 3500, bookingsAtPeak * baseline.returnsOfBookings, 's3'],
  ['Requests of the site', 250_000, 2 * callsOnMonday, 'cloudFront'],
  ['Checks of captchas a month', 10_000, baseline.people * baseline.daysAMonth, 'captcha', 'only told'],
];

/** How many times a thousand stores the portal's own limits, and AWS's, hold: what breaks first comes first. `bench cost` says what that costs. */
export const scale: Bench = {
  about: `limits against ${baseline.stores.toLocaleString('en-GB')} stores, ${baseline.people.toLocaleString('en-GB')} people and ${bookingsADay.toLocaleString('en-GB')} bookings a day; what breaks first comes first`,
  run: async () => {
    const all = held()
      .map(([what, limit, need, source, isOnlyTold]) => ({
        what: `${what} (${sources[source]})`,
        value: limit / need,
        unit: '×',
        ...(!isOnlyTold && { atLeast: 10 }),
      }))
      .toSorted((one, other) => one.value - other.value);
    const tooSmall = (times: number) => all.filter(({ value, atLeast }) => atLeast && value < times).length;
    return [
      ...all,
      ...[1, 10, 100].map((times) => ({
        what: `Limits too small at ${times} × the baseline, defaults and paces left out`,
        value: tooSmall(times),
        ...(times <= 10 && { atMost: 0 }),
      })),
    ];
  },
};
