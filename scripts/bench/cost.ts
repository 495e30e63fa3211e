import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { regionIds } from '#shared/regions.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { build } from '../build/build.ts';
import { readAssembly } from '../local-cloud/template/assembly.ts';
import type { BenchDatabase, HeardCall } from '../testing/database.ts';
import { withEmptyDatabase } from '../testing/database.ts';
import { callAs, changesOn, newBooking, report } from '../testing/records.ts';
import { benchStore, signedIn } from '../testing/signed-in.ts';
import { openStream } from '../testing/stream.ts';
import type { Bench, Figure } from './figure.ts';
import { withRepairs } from './filled-database.ts';

/**
 * List prices of eu-central-1 (Frankfurt; CloudFront: Europe) in US dollars a million, without free tiers and volume discounts,
 * noted in November 2026. Look them up again before relying on the sum: https://aws.amazon.com/pricing/
 */
const perMillion = {
  'CloudFront: HTTPS request': 1.2,
  'CloudFront: function at the edge': 0.1,
  /** At 0.085 a gigabyte. */
  'CloudFront: kilobyte sent': 0.085,
  'Firewall: request': 0.6,
  'API Gateway: request of an HTTP API': 1.2,
  'Lambda: invocation': 0.2,
  /** On arm64, at 0.0000133334 a gigabyte-second. */
  'Lambda: gigabyte-millisecond': 0.0133334,
  'DynamoDB: write unit, on demand': 0.7625,
  'DynamoDB: read unit, on demand': 0.1525,
  'EventBridge: event of our own': 1,
  'SQS: request': 0.4,
  /** At 0.63 a gigabyte. */
  'CloudWatch: kilobyte of logs': 0.63,
  'X-Ray: trace': 5,
} as const;

type Used = Partial<Readonly<Record<keyof typeof perMillion, number>>>;

export const dollarsOf = (...all: readonly Used[]): number => {
  const names = Object.keys(perMillion) as (keyof typeof perMillion)[];
  return (
    all.reduce((sum, used) => names.reduce((more, name) => more + (used[name] ?? 0) * perMillion[name], sum), 0) / 1e6
  );
};

/** A request of a file of the page. */
export const fileRequest = {
  'CloudFront: HTTPS request': 1,
  'CloudFront: function at the edge': 1,
  'Firewall: request': 1,
} as const satisfies Used;

/** One of the API, with the line that API Gateway writes of it. */
export const apiRequest = {
  ...fileRequest,
  'API Gateway: request of an HTTP API': 1,
  'CloudWatch: kilobyte of logs': 0.3,
} as const satisfies Used;

export const callOf = ({ operation, units }: HeardCall): Used =>
  /Put|Write|Update|Delete/.test(operation)
    ? { 'DynamoDB: write unit, on demand': units }
    : { 'DynamoDB: read unit, on demand': units };

/** A Lambda function, as far as its template says it. */
export const functionProperties = z.looseObject({
  /** CDK's own functions have none, or a reference. */
  Description: z.optional(z.string()),
  MemorySize: z._default(z.number(), 0),
  TracingConfig: z.optional(z.object({ Mode: z.string() })),
});

/**
 * An invocation: 50 ms, with the calls that it waits for, which is what AWS takes; our line of log (some 500 bytes) and the two of Lambda
 * (150 and 350). Lambda traces the first call of every second and some of the rest: a portal of shops has seldom more than one.
 */
export const runOf = ({ MemorySize, TracingConfig }: z.output<typeof functionProperties>): Used => ({
  'Lambda: invocation': 1,
  'Lambda: gigabyte-millisecond': (MemorySize / 1024) * 50,
  'CloudWatch: kilobyte of logs': 1,
  'X-Ray: trace': TracingConfig?.Mode === 'Active' ? 1 : 0,
});

// “Retailer support portal, local: auth”; what is there once for each region shares its code.
const nameOf = (description = '') =>
  description.replace(/^.*?: /, '').replace(new RegExp(` of (${regionIds.join('|')})$`), '');

/** Answers what a run of a function costs that the synthesized app deploys, by its name. */
const deployedRuns = async (say: (message: string) => void): Promise<(name: string) => Used> => {
  const functions = readAssembly(await build(say))
    .flatMap(({ template }) => Object.values(template.Resources))
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .flatMap(({ Properties }) => functionProperties.safeParse(Properties).data ?? []);
  return (name) => {
    const found = functions.find(({ Description }) => nameOf(Description) === name);
    if (!found) throw new Error(`the template has no function “${name}”`);
    return runOf(found);
  };
};

/** How often a list that is open for so many minutes asks: when it opens, and then, while nothing changes, less and less often. */
const asksOfOpenList = (minutes: number): number => {
  let asks = 1;
  let pause: number = limits.pendingRefreshSeconds;
  for (let at = pause; at <= minutes * 60; at += pause) {
    asks += 1;
    pause = Math.min(pause * 2, limits.pendingRefreshSeconds * limits.longestQuietPause);
  }
  return asks;
};

/** How a store works around each booking, for want of one to watch. */
const around = {
  /** The page is loaded once, and its list looked at for so long. */
  listMinutes: 6,
  signIns: 0.1,
  /** Asked for with each page: index.html and config.json. The browser keeps all others until the next release. */
  filesOfPage: 2,
  release: { files: 25, kilobytes: 500, perBooking: 0.02 },
} as const;

/** Until the RMA number is there. Under load the last three come in batches, and cost less. */
const afterwards = ['changes of records', 'reports of the back office', 'changes of records'];

/** The question about the serial number when its field is left, the booking, and all that follows until its RMA number is there. */
const repair = async (database: BenchDatabase, costOf: (name: string) => Used): Promise<number> => {
  const { db, client, endpoint } = database;
  const call = await callAs(database, signedIn(new Date()));
  const booking = newBooking('cost-1');
  const { id, storeRefNo, serialNumber } = booking;
  let told = 0;
  const changed = changesOn(db, async ({ length }) => ((told += length), { there: length }));
  const stream = openStream(client, endpoint, 'repairs');
  const calls = await database.heard(async () => {
    await call(repairs.findDevice, { queryStringParameters: { serialNumber } });
    await call(repairs.bookRepair, { body: booking });
    await stream.deliver(1, changed);
    const detail = { storeId: benchStore.storeId, storeRefNo, id, kind: 'repair', rma: 'UK50000001' };
    const entered = await report(db, { type: 'RmaAssigned', detail });
    await stream.deliver(1, changed);
    if (entered !== 'entered' || told !== 1) throw new Error(`The RMA number: ${entered}, ${told} events told`);
  });
  const runs = ['repairs', 'repairs', ...afterwards].map(costOf);
  // The report of the back office is an event of ours, too; SQS is sent it by the bus, and asked for it and told of it by Lambda.
  const events = { 'EventBridge: event of our own': 1 + told, 'SQS: request': 3 };
  return dollarsOf(apiRequest, apiRequest, ...calls.map(callOf), ...runs, events);
};

const look = async (database: BenchDatabase, costOf: (name: string) => Used): Promise<number> => {
  const call = await callAs(database, signedIn(new Date()));
  let answer: unknown;
  const calls = await database.heard(async () => {
    answer = await call(repairs.listRepairs, { queryStringParameters: { limit: String(limits.page.default) } });
  });
  const sent = { 'CloudFront: kilobyte sent': gzipSync(JSON.stringify(answer)).length / 1000 };
  return dollarsOf(apiRequest, ...calls.map(callOf), costOf('repairs'), sent);
};

const pagesAndSessions = (costOf: (name: string) => Used): number => {
  const { listMinutes, signIns, filesOfPage, release } = around;
  const files = filesOfPage + release.perBooking * release.files;
  const kilobytes = filesOfPage + release.perBooking * release.kilobytes;
  const page = files * dollarsOf(fileRequest) + kilobytes * dollarsOf({ 'CloudFront: kilobyte sent': 1 });
  const session = dollarsOf(apiRequest, costOf('auth'), callOf({ operation: 'BatchGetItem', units: 2 }));
  // The session's row, and its place in the index.
  const renewal = session + dollarsOf(callOf({ operation: 'UpdateItem', units: 2 }));
  return page + session + (signIns + listMinutes / limits.session.accessTokenMinutes) * renewal;
};

const thousand = (what: string, dollars: number, atMost: number): Figure => ({
  what: `A thousand ${what}`,
  value: 1000 * dollars,
  unit: '$',
  atMost,
});

export const cost: Bench = {
  about: 'what a thousand bookings cost at list prices',
  run: async ({ say }) => {
    const costOf = await deployedRuns(say);
    const booking = await withEmptyDatabase((database) => repair(database, costOf));
    const looking = await withRepairs(3 * (limits.page.default + 1), (database) => look(database, costOf));
    const looks = asksOfOpenList(around.listMinutes);
    const whole = booking + looks * looking + pagesAndSessions(costOf);
    return [
      thousand('bookings of repairs', booking, 0.045),
      thousand(`bookings, each with ${looks} looks at the list, pages and sessions`, whole, 0.09),
    ];
  },
};
