import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '#scripts/testing/browser.ts';
import { routes } from '#shared/api/routes/table.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { buildRepairBooking, buildRepairContent } from '#shared/testing/repair.ts';

const { bookRepair, correctRepair, findDevice, findRepair, listRepairs, withdrawRepair } = routes.repairs;

/** Content of a repair. Its values must never appear in a log, which `portal.ts` checks. */
export const repairContent = buildRepairContent({
  product: 'switch-oled',
  serialNumber: 'XTW70012345678',
  detailedDescription: 'Canary description',
});

/** Creates the body of a booking with a unique reference; tests also send invalid fields. */
export const createBooking = (change: Record<string, unknown> = {}) => ({
  ...buildRepairBooking({
    ...repairContent,
    id: randomUUID(),
    storeRefNo: `R-CANARY-${randomUUID()}`.slice(0, 40),
  }),
  ...change,
});

/** Matcher for a validation error at a field, optionally of a rule. */
export const validationErrorAt = (path: string, rule?: string) => ({
  status: 400,
  code: 'InvalidParameterException',
  json: { error: { problems: [{ path, ...(rule && { rule }) }] } },
});
export const notFoundError = { status: 404, code: 'NotFound' };

export const toIdentity = ({ storeId, storeRefNo, id }: RecordIdentity) => ({ storeId, storeRefNo, id });

/** Sends a store's requests about repairs. */
export const createRepairsClient = (browser: Browser, region: RegionId = 'nuk') => {
  const list = (query: Record<string, string> = {}) => browser.send(listRepairs, region, { query });
  return {
    book: (change: Record<string, unknown> = {}) => browser.send(bookRepair, region, { body: createBooking(change) }),
    list,
    listReferences: async (query: Record<string, string> = {}) =>
      (await list({ limit: '500', ...query })).json.items?.map(({ storeRefNo }) => storeRefNo),
    /** Returns the references of a list's records, in one array for each page. */
    listPages: async (query: Record<string, string>) => {
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const { json } = await list({ ...query, ...(cursor && { cursor }) });
        pages.push(json.items.map(({ storeRefNo }) => storeRefNo));
        cursor = json.cursor;
      } while (cursor);
      return pages;
    },
    find: (identity: RecordIdentity) => browser.send(findRepair, region, { query: toIdentity(identity) }),
    findDevice: (serialNumber: string, query: Record<string, string> = {}) =>
      browser.send(findDevice, region, { query: { serialNumber, ...query } }),
    correct: (record: Pick<Repair, 'version'> & RecordIdentity, change: Record<string, unknown> = {}) =>
      browser.send(correctRepair, region, {
        body: { ...toIdentity(record), version: record.version, ...repairContent, ...change },
      }),
    withdraw: (record: Pick<Repair, 'version'> & RecordIdentity, change: Record<string, unknown> = {}) =>
      browser.send(withdrawRepair, region, { body: { ...toIdentity(record), version: record.version, ...change } }),
  };
};

/** Time after which a result that does not arrive fails a test. It is long, because a busy machine is slow. */
const maximumWaitMs = 5 * 60_000;

/** Repeats `check` until it no longer throws, for results that are eventually consistent. */
export const waitUntilPasses = async <Result>(check: () => Promise<Result>): Promise<Result> => {
  const deadline = Date.now() + maximumWaitMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await wait(100);
  }
};
