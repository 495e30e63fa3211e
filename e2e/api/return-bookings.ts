import { randomUUID } from 'node:crypto';
import { postFile } from '#scripts/testing/browser.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { routes } from '#shared/api/routes/table.ts';
import { returnItems } from '#shared/catalogue/returns.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { buildReturnBooking, buildReturnLine } from '#shared/testing/return.ts';
import { writeReturnsCsv } from '../returns-csv.ts';
import { toIdentity } from './bookings.ts';

const { bookReturn, correctReturn, findReturn, listReturns, withdrawReturn } = routes.returns;
const { readReturnFile, requestUpload } = routes['return-files'];

export const getToday = (region: RegionId = 'nuk') => toCalendarDate(new Date(), regions[region].timeZone);

/** Returns a unique serial number. The tests mark store data with `CANARY`, which no log may contain (`secretPattern` in portal.ts). */
export const createSerialNumber = () => `CANARY${randomUUID().replaceAll('-', '').slice(0, 15)}`.toUpperCase();

/** Creates lines of distinct devices, whose serial numbers start with `serialPrefix`. */
export const createLines = (count: number, serialPrefix = createSerialNumber(), region: RegionId = 'nuk') =>
  Array.from({ length: count }, (_, index) => {
    const item = returnItems[index % returnItems.length] ?? { key: '', ean: '' };
    return buildReturnLine({
      product: item.key,
      ean: item.ean,
      productDescription: `Canary ${index}`,
      purchaseDate: addDays(getToday(region), -5),
      returnDate: getToday(region),
      serialNumber: `${serialPrefix}-${index}`,
    });
  });

/** Creates the body of a booking; tests also send invalid fields. */
export const createReturnBooking = (change: Record<string, unknown> = {}) => ({
  ...buildReturnBooking({
    id: randomUUID(),
    storeRefNo: `RET-CANARY-${randomUUID()}`.slice(0, 40),
    lines: createLines(2),
  }),
  ...change,
});

type RecordVersion = RecordIdentity & { readonly version: number };

/** Sends a store's requests about returns. */
export const createReturnsClient = (browser: Browser, region: RegionId = 'nuk') => {
  const list = (query: Record<string, string> = {}) => browser.send(listReturns, region, { query });
  const presign = (bytes: number = returnLimits.file.bytes) => browser.send(requestUpload, region, { body: { bytes } });
  return {
    book: (change: Record<string, unknown> = {}) =>
      browser.send(bookReturn, region, { body: createReturnBooking(change) }),
    list,
    listReferences: async (query: Record<string, string> = {}) =>
      (await list({ limit: '500', ...query })).json.items?.map(({ storeRefNo }) => storeRefNo),
    find: (identity: RecordIdentity) => browser.send(findReturn, region, { query: toIdentity(identity) }),
    /** Replaces all lines of the version that was read. */
    correct: (record: RecordVersion, lines: readonly object[], extraFields: Record<string, unknown> = {}) =>
      browser.send(correctReturn, region, {
        body: { ...toIdentity(record), version: record.version, lines, ...extraFields },
      }),
    withdraw: (record: RecordVersion) =>
      browser.send(withdrawReturn, region, { body: { ...toIdentity(record), version: record.version } }),
    findSerialNumbers: (serialNumbers: readonly string[], extraFields: Record<string, unknown> = {}) =>
      browser.send(routes.returns.findSerialNumbers, region, { body: { serialNumbers, ...extraFields } }),
    /** Requests a presigned POST for a file of at most `bytes` bytes. */
    presign,
    /** Uploads a file and returns its key. */
    upload: async (bytes: Uint8Array | string): Promise<string> => {
      const { json } = await presign();
      const { status } = await postFile(json, bytes);
      if (status !== 204) throw new Error(`S3 responded with ${status}`);
      return json.key;
    },
    read: (key: string, extraFields: Record<string, unknown> = {}) =>
      browser.send(readReturnFile, region, { body: { key, ...extraFields } }),
  };
};

/** Creates a returns file with these lines and the English headers. */
export const createReturnsCsv = (storeId: string, storeRefNo: string, lines: ReturnType<typeof createLines>): string =>
  writeReturnsCsv(
    'en',
    lines.map((line) => ({ ...line, storeId, storeRefNo })),
  );
