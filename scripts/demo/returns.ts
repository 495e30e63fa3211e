import { toReturnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { prefixes, regions } from '#shared/config/regions.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import type { ReturnEntry, StoredLine } from '#shared/returns/return.ts';
import { buildReturnLine } from '#shared/testing/return.ts';
import type { DemoStore } from './accounts.ts';
import { findBookerEmail } from './accounts.ts';
import { dayMs, computeDigest, hourMs, minuteMs, toInteger, pick, toUuid } from './values.ts';

/** Number of newest returns that await their RMA number. */
const pendingCount = 2;

/** Lines per return: usually up to fifty, occasionally some hundreds. */
const lineCounts = [6, 14, 3, 1, 48, 22, 9, 2, 260, 12, 31, 4] as const;

const createLine = (region: RegionId, seed: string, returnDate: string): StoredLine => {
  const seedNumber = toInteger(seed);
  const item = pick(returnItems, seedNumber);
  return buildReturnLine({
    product: item.key,
    ean: item.ean,
    productDescription: toReturnItemLabel(item, prefixes[regions[region].prefix].language),
    purchaseDate: addDays(returnDate, -(1 + (seedNumber % 28))),
    returnDate,
    serialNumber: `RTN${computeDigest(seed).slice(0, 11).toUpperCase()}`,
  });
};

/** Booked return with its timeline; a row's other fields are derived from these. */
export type DemoReturn = {
  readonly id: string;
  readonly region: RegionId;
  readonly storeRefNo: string;
  readonly storeId: string;
  readonly storeName: string;
  readonly createdAt: string;
  readonly files: string[];
  readonly lines: StoredLine[];
  readonly version: number;
  readonly timeline: ReturnEntry[];
};

/**
 * Returns a store's returns of recent months, deterministic except for their dates; the newest await their RMA number.
 */
export const createDemoReturns = (region: RegionId, store: DemoStore, count: number, now: Date): DemoReturn[] =>
  Array.from({ length: count }, (_, index) => {
    const seed = `return/${region}/${store.id}/${index}`;
    const seedNumber = toInteger(seed);
    const createdAt = new Date(now.getTime() - Math.floor(index * 6.7 * dayMs) - (1 + (seedNumber % 4)) * hourMs);
    const returnDate = toCalendarDate(createdAt, regions[region].timeZone);
    const id = toUuid(seed);
    const bookedEntry: ReturnEntry = {
      type: 'booked',
      at: createdAt.toISOString(),
      by: findBookerEmail(region, store, 'register-returns'),
    };
    const rma = `${regions[region].prefix}${60_000_000 + (seedNumber % 9_000_000)}`;
    const assignedEntry: ReturnEntry = {
      type: 'rmaAssigned',
      at: new Date(createdAt.getTime() + 4 * minuteMs).toISOString(),
      eventId: `demo-${id}-rma`,
      rma,
    };
    const timeline = index < pendingCount ? [bookedEntry] : [bookedEntry, assignedEntry];
    return {
      id,
      region,
      storeRefNo: `RET-${store.id.slice(3)}-${String(count - index).padStart(3, '0')}`,
      storeId: store.id,
      storeName: store.name,
      createdAt: createdAt.toISOString(),
      files: [],
      lines: Array.from({ length: pick(lineCounts, index) }, (__, line) =>
        createLine(region, `${seed}/${line}`, returnDate),
      ),
      version: timeline.length,
      timeline,
    };
  });
