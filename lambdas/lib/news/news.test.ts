import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSearchStore } from '#lambdas/functions/record-stream/search-store.ts';
import { toSearchWrites } from '#lambdas/functions/record-stream/search-writes.ts';
import { toItem } from '#lambdas/lib/records/item.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { buildStoredRepair, buildStoredReturn, addRepairEntry, addRma } from '#lambdas/testing/rows.ts';
import type { TemporaryDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import { limits } from '#shared/config/limits.ts';
import { calendars } from '#shared/dates/calendars.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { NewsEntry } from '#shared/news/news.ts';
import { findLastOverdueBookingDay } from '#shared/records/rma-number-deadline.ts';
import type { ProviderState, RepairEntry } from '#shared/repairs/lifecycle.ts';
import { createNewsReader } from './news-reader.ts';
import { createSeenNews } from './seen-news.ts';

const dayMs = 86_400_000;
/** Items expire by the real clock. */
const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();

let database: TemporaryDatabase;
beforeAll(async () => {
  database = await startTemporaryDatabase(['repairs', 'returns', 'search', 'attempts']);
});
afterAll(() => database.stop());

type Row = RepairRow | ReturnRow;

/** Writes a change of a record to the search table, as the consumer of the record stream does when it receives the change. */
const deliverChange = async (after: Row, before?: Row) => {
  const writes = toSearchWrites([{ eventId: 'change-1', before, after }]);
  await createSearchStore(database.db, 'search', async () => {}).write(writes);
};
const storeRecord = async (row: Row) => {
  const kind = 'lines' in row ? 'returns' : 'repairs';
  await database.db.send(new PutCommand({ TableName: kind, Item: toItem(kind, row) }));
  await deliverChange(row);
};

const openReader = () => createNewsReader(database.db, { repairs: 'repairs', returns: 'returns', search: 'search' });
const openSeenNews = () => createSeenNews(database.db, 'attempts');
const bothKinds = ['repairs', 'returns'] as const;

const readNews = async (storeId: string, kinds: readonly (typeof bothKinds)[number][] = bothKinds, at = now) => {
  const marks = await openSeenNews().find('nuk', `sub-of-${storeId}`);
  return openReader().readStore({ region: 'nuk', storeId }, kinds, marks, at);
};
const markAsSeen = async (storeId: string, at = now) => {
  const { marks } = await readNews(storeId, bothKinds, at);
  await openSeenNews().advance('nuk', `sub-of-${storeId}`, marks, at);
};
const toLines = (entries: readonly NewsEntry[]) =>
  entries.map(({ kind, storeRefNo, news }) => `${kind} ${storeRefNo}: ${news.join()}`);

const buildRepair = (storeId: string, storeRefNo = 'REF-1', createdAt = daysAgo(1)) =>
  buildStoredRepair({
    id: crypto.randomUUID(),
    storeId,
    storeRefNo,
    createdAt,
    timeline: [{ type: 'booked', at: createdAt, by: 'sam@nuk.example' }],
  });
const buildRmaEntry = (recordedAt: string): RepairEntry => ({
  type: 'rmaAssigned',
  at: recordedAt,
  recordedAt,
  eventId: `rma-${recordedAt}`,
  rma: 'UK1',
});
const buildStatusEntry = (status: ProviderState, recordedAt: string, fields: object = {}): RepairEntry => ({
  type: 'status',
  at: recordedAt,
  recordedAt,
  eventId: `${status}-${recordedAt}`,
  status,
  ...fields,
});

describe('news of a store', () => {
  test('are its RMA numbers, fee quotes and parcels, by record with the latest first', async () => {
    const quotedRepair = addRepairEntry(
      addRepairEntry(buildRepair('UK-1'), buildRmaEntry(daysAgo(0.5))),
      buildStatusEntry('quoted', daysAgo(0.1)),
    );
    await storeRecord(addRepairEntry(quotedRepair, buildStatusEntry('received', daysAgo(0.05))));
    await storeRecord(addRepairEntry(buildRepair('UK-1', 'REF-2'), buildStatusEntry('dispatched', daysAgo(0.3))));
    await storeRecord(
      addRepairEntry(buildRepair('UK-1', 'REF-3'), buildStatusEntry('returnedUnrepaired', daysAgo(0.2))),
    );
    await storeRecord(addRepairEntry(buildRepair('UK-1', 'REF-4'), buildStatusEntry('assessed', daysAgo(0.2))));
    await storeRecord(addRepairEntry(buildRepair('UK-10', 'ELSEWHERE'), buildRmaEntry(daysAgo(0.2))));
    const bookedReturn = buildStoredReturn({ storeId: 'UK-1', storeRefNo: 'RET-1', createdAt: daysAgo(1) });
    await storeRecord(addRma(bookedReturn, 'UK7', daysAgo(0.4)));
    expect(toLines((await readNews('UK-1')).items)).toEqual([
      'repairs REF-1: quoted,rmaAssigned',
      'repairs REF-3: returnedUnrepaired',
      'repairs REF-2: dispatched',
      'returns RET-1: rmaAssigned',
    ]);
    expect((await readNews('UK-1', ['returns'])).items).toMatchObject([
      { kind: 'returns', storeId: 'UK-1', numberOfProducts: 3, at: daysAgo(0.4) },
    ]);
  });

  test('contain a change once, even if it is delivered repeatedly or out of order', async () => {
    const bookedRepair = buildRepair('UK-2');
    const repairWithRma = addRepairEntry(bookedRepair, buildRmaEntry(daysAgo(0.4)));
    const quotedRepair = addRepairEntry(repairWithRma, buildStatusEntry('quoted', daysAgo(0.3)));
    await deliverChange(bookedRepair);
    await deliverChange(repairWithRma, bookedRepair);
    await deliverChange(quotedRepair, repairWithRma);
    await deliverChange(repairWithRma, bookedRepair);
    await deliverChange(quotedRepair, repairWithRma);
    expect(toLines((await readNews('UK-2')).items)).toEqual(['repairs REF-1: quoted,rmaAssigned']);
  });

  test('include a late report dated before the user last looked', async () => {
    await storeRecord(addRepairEntry(buildRepair('UK-3', 'REF-2'), buildRmaEntry(daysAgo(1))));
    await markAsSeen('UK-3');
    // Reported today, but dated three days back.
    const lateEntry = { ...buildRmaEntry(now.toISOString()), at: daysAgo(3) };
    await storeRecord(addRepairEntry(buildRepair('UK-3', 'REF-1', daysAgo(4)), lateEntry));
    expect(toLines((await readNews('UK-3')).items)).toEqual(['repairs REF-1: rmaAssigned']);
  });

  test('disappear at every till once the user has seen them', async () => {
    await storeRecord(addRepairEntry(buildRepair('UK-4'), buildRmaEntry(daysAgo(0.4))));
    const earlierNews = await readNews('UK-4');
    await markAsSeen('UK-4');
    expect((await readNews('UK-4')).items).toEqual([]);
    await storeRecord(addRepairEntry(buildRepair('UK-4', 'REF-2'), buildRmaEntry(daysAgo(0.2))));
    await markAsSeen('UK-4');
    // Another till shows an older page and looks later.
    await openSeenNews().advance('nuk', 'sub-of-UK-4', earlierNews.marks, now);
    expect((await readNews('UK-4')).items).toEqual([]);
  });

  test('of returns appear even if their stream is behind that of the repairs', async () => {
    await storeRecord(addRepairEntry(buildRepair('UK-5'), buildRmaEntry(daysAgo(0.2))));
    await markAsSeen('UK-5');
    const bookedReturn = buildStoredReturn({ storeId: 'UK-5', storeRefNo: 'RET-1', createdAt: daysAgo(1) });
    await storeRecord(addRma(bookedReturn, 'UK7', daysAgo(0.4)));
    expect(toLines((await readNews('UK-5')).items)).toEqual(['returns RET-1: rmaAssigned']);
  });

  test('are limited to the latest entries', async () => {
    const total = limits.news.max + 2;
    for (let index = 0; index < total; index += 1)
      await deliverChange(
        addRepairEntry(buildRepair('UK-6', `REF-${index}`), buildRmaEntry(daysAgo(1 - index / 1000))),
      );
    const { items, hasMore } = await readNews('UK-6');
    expect([items.length, hasMore, items[0]?.storeRefNo]).toEqual([limits.news.max, true, `REF-${total - 1}`]);
    await markAsSeen('UK-6');
    expect(await readNews('UK-6')).toMatchObject({ items: [], hasMore: false });
  });

  test('omit reports older than the listing period', async () => {
    await storeRecord(
      addRepairEntry(buildRepair('UK-7', 'REF-1', daysAgo(40)), buildRmaEntry(daysAgo(limits.news.days + 1))),
    );
    await storeRecord(
      addRepairEntry(buildRepair('UK-7', 'REF-2', daysAgo(29)), buildRmaEntry(daysAgo(limits.news.days - 1))),
    );
    const oldMarks = { repairs: daysAgo(100), returns: daysAgo(100), day: daysAgo(0).slice(0, 10) };
    const { items } = await openReader().readStore({ region: 'nuk', storeId: 'UK-7' }, ['repairs'], oldMarks, now);
    expect(toLines(items)).toEqual(['repairs REF-2: rmaAssigned']);
  });
});

describe('passed deadline', () => {
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs);

  test('is news from the day after it', async () => {
    await markAsSeen('UK-8');
    const dueAt = inDays(2).toISOString().slice(0, 10);
    await storeRecord(addRepairEntry(buildRepair('UK-8'), buildStatusEntry('received', daysAgo(0.9), { dueAt })));
    const noon = (days: number) => new Date(`${inDays(days).toISOString().slice(0, 10)}T12:00:00.000Z`);
    expect((await readNews('UK-8', bothKinds, noon(2))).items).toEqual([]);
    expect(toLines((await readNews('UK-8', bothKinds, noon(3))).items)).toEqual(['repairs REF-1: deadlinePassed']);
    await markAsSeen('UK-8', noon(3));
    expect((await readNews('UK-8', bothKinds, noon(4))).items).toEqual([]);
  });

  test('of an RMA number is news once, for repairs and returns', async () => {
    await markAsSeen('UK-9');
    await storeRecord(buildRepair('UK-9', 'REF-1', now.toISOString()));
    const createdAt = now.toISOString();
    await storeRecord(
      buildStoredReturn({
        id: crypto.randomUUID(),
        storeId: 'UK-9',
        storeRefNo: 'RET-1',
        createdAt,
        timeline: [{ type: 'booked', at: createdAt, by: 'sam@nuk.example' }],
      }),
    );
    const days = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
    const toDay = (date: Date) => toCalendarDate(date, calendars.nuk.timeZone);
    // Number of days after which a booking of today without an RMA number is first overdue.
    const daysUntilOverdue =
      days.find((count) => findLastOverdueBookingDay(toDay(inDays(count)), calendars.nuk) >= toDay(now)) ?? 0;
    const firstOverdueDate = inDays(daysUntilOverdue);
    expect((await readNews('UK-9', bothKinds, inDays(daysUntilOverdue - 1))).items).toEqual([]);
    expect(toLines((await readNews('UK-9', bothKinds, firstOverdueDate)).items).toSorted()).toEqual([
      'repairs REF-1: deadlinePassed',
      'returns RET-1: deadlinePassed',
    ]);
    expect(toLines((await readNews('UK-9', ['repairs'], firstOverdueDate)).items)).toEqual([
      'repairs REF-1: deadlinePassed',
    ]);
    await markAsSeen('UK-9', firstOverdueDate);
    expect((await readNews('UK-9', bothKinds, inDays(daysUntilOverdue + 1))).items).toEqual([]);
  });
});
