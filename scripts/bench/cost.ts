import { gzipSync } from 'node:zlib';
import { limits } from '#shared/limits.ts';
import { repairs } from '#shared/routes/repairs.ts';
import type { BenchDatabase } from '../testing/database.ts';
import { withEmptyDatabase } from '../testing/database.ts';
import { callAs, changesOn, newBooking, report } from '../testing/records.ts';
import { benchStore, signedIn } from '../testing/signed-in.ts';
import { openStream } from '../testing/stream.ts';
import type { Bench, Figure } from './figure.ts';
import { withRepairs } from './filled-database.ts';
import { apiRequest, asksOfOpenList, callOf, deployedRuns, dollarsOf, fileRequest } from './spending.ts';

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

type RunOf = Awaited<ReturnType<typeof deployedRuns>>;

/** The question about the serial number when its field is left, the booking, and all that follows until its RMA number is there. */
const repair = async (database: BenchDatabase, runOf: RunOf): Promise<number> => {
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
  const runs = ['repairs', 'repairs', ...afterwards].map(runOf);
  // The report of the back office is an event of ours, too; SQS is sent it by the bus, and asked for it and told of it by Lambda.
  const events = { 'EventBridge: event of our own': 1 + told, 'SQS: request': 3 };
  return dollarsOf(apiRequest, apiRequest, ...calls.map(callOf), ...runs, events);
};

const look = async (database: BenchDatabase, runOf: RunOf): Promise<number> => {
  const call = await callAs(database, signedIn(new Date()));
  let answer: unknown;
  const calls = await database.heard(async () => {
    answer = await call(repairs.listRepairs, { queryStringParameters: { limit: String(limits.page.default) } });
  });
  const sent = { 'CloudFront: kilobyte sent': gzipSync(JSON.stringify(answer)).length / 1000 };
  return dollarsOf(apiRequest, ...calls.map(callOf), runOf('repairs'), sent);
};

const pagesAndSessions = (runOf: RunOf): number => {
  const { listMinutes, signIns, filesOfPage, release } = around;
  const files = filesOfPage + release.perBooking * release.files;
  const kilobytes = filesOfPage + release.perBooking * release.kilobytes;
  const page = files * dollarsOf(fileRequest) + kilobytes * dollarsOf({ 'CloudFront: kilobyte sent': 1 });
  const session = dollarsOf(apiRequest, runOf('auth'), callOf({ operation: 'BatchGetItem', units: 2 }));
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
    const runOf = await deployedRuns(say);
    const booking = await withEmptyDatabase((database) => repair(database, runOf));
    const looking = await withRepairs(3 * (limits.page.default + 1), (database) => look(database, runOf));
    const looks = asksOfOpenList(around.listMinutes);
    const whole = booking + looks * looking + pagesAndSessions(runOf);
    return [
      thousand('bookings of repairs', booking, 0.045),
      thousand(`bookings, each with ${looks} looks at the list, pages and sessions`, whole, 0.09),
    ];
  },
};
