import { describe, expect, test } from '@jest/globals';
import type { RepairRow } from '#lambdas/records/repair.ts';
import type { ReturnRow } from '#lambdas/records/return.ts';
import { rmaAssigned, statusChanged } from '#lambdas/testing/provider-event.ts';
import { bookedReturn, bookedRow, later } from '#lambdas/testing/rows.ts';
import { limits } from '#shared/limits.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import type { ReturnEntry } from '#shared/returns/return.ts';
import { returnTimelineEntries } from '#shared/returns/return.ts';
import { applyReport } from './handler.ts';
import type { Report } from './report.ts';
import { parseReport } from './report.ts';

const now = new Date('2026-12-01T00:00:00.000Z');
const report = (body: string) => parseReport(body, now);

const tableOf = <Kept extends { readonly version: number }>(
  first: Kept | undefined,
  meanwhile: (row: Kept) => Kept | undefined = () => undefined,
) => {
  const table = { row: first, writes: 0 };
  return {
    table,
    find: async () => {
      const read = table.row;
      if (read) table.row = meanwhile(read) ?? read;
      return read;
    },
    replace: async (seen: Kept, row: Kept) => {
      if (table.row?.version !== seen.version) return false;
      table.row = row;
      table.writes += 1;
      return true;
    },
  };
};

const holding = tableOf<RepairRow>;

/** Booked when the repair was, before anything is told of either. */
const returnOfThatDay = (facts: Partial<ReturnRow> = {}) =>
  bookedReturn({ createdAt: bookedRow().createdAt, ...facts });

/** Where there are no returns. */
const apply = (repairs: ReturnType<typeof holding>, told: Report) =>
  applyReport({ repairs, returns: tableOf<ReturnRow>(undefined) }, told);

describe('a report is applied', () => {
  test('of its own day and not of the day before: nothing happens to what isn’t booked yet', async () => {
    const store = holding(bookedRow());
    const early = apply(store, report(rmaAssigned({ occurredAt: '2026-11-01T23:54:59.000Z' })));
    await expect(early).rejects.toMatchObject({ reason: 'BeforeBooking' });
    expect(await apply(store, report(rmaAssigned({ occurredAt: '2026-11-01T23:55:00.000Z' })))).toBe(true);
  });

  test('into a withdrawn repair, which stays aside', async () => {
    const withdrawn = later(bookedRow(), { type: 'withdrawn', at: '2026-11-02T10:00:00.000Z', by: 'sam@nuk.example' });
    const store = holding(withdrawn);
    await apply(store, report(rmaAssigned()));
    expect(store.table.row).toMatchObject({ rma: 'UK55500001', state: 'withdrawn', reference: withdrawn.reference });
  });

  test('beside what the store corrected in the same moment', async () => {
    const correction: RepairEntry = {
      type: 'corrected',
      at: '2026-11-02T10:00:00.000Z',
      by: 'sam@nuk.example',
      before: bookedRow(),
    };
    const store = holding(bookedRow(), (row) =>
      row.version === 1 ? later(row, correction, { serialNumber: 'XTW9' }) : undefined,
    );
    expect(await apply(store, report(rmaAssigned()))).toBe(true);
    expect(store.table.row).toMatchObject({ serialNumber: 'XTW9', rma: 'UK55500001', version: 3 });
    expect(store.table.row?.timeline.map(({ type }) => type)).toEqual(['booked', 'corrected', 'rmaAssigned']);
  });
});

describe('a report is refused', () => {
  test('when it is about a return, and only a repair has that reference and id', () =>
    expect(apply(holding(bookedRow()), report(rmaAssigned({ kind: 'return' })))).rejects.toMatchObject({
      reason: 'UnknownRecord',
    }));

  test('when the repair changes each time it is read', async () => {
    const store = holding(bookedRow(), (row) => ({ ...row, version: row.version + 1 }));
    await expect(apply(store, report(rmaAssigned()))).rejects.toMatchObject({ reason: 'TooManyChanges' });
    expect(store.table.writes).toBe(0);
  });

  test('when more has happened than a record holds; what it holds already is no harm', async () => {
    const entries = Array.from({ length: limits.timelineEntries - 1 }, (_, index): RepairEntry => ({
      type: 'status',
      at: '2026-11-03T08:00:00.000Z',
      eventId: `full-${index}`,
      status: 'quoted',
    }));
    const { timeline } = bookedRow();
    const store = holding(bookedRow({ timeline: [...timeline, ...entries] }));
    await expect(apply(store, report(rmaAssigned()))).rejects.toMatchObject({ reason: 'TimelineFull' });
    expect(await apply(store, report(statusChanged({ eventId: 'full-0' })))).toBe(false);
    expect(store.table.writes).toBe(0);
  });
});

describe('an RMA number of a return is applied', () => {
  const ofReturn = (detail: object = {}) => report(rmaAssigned({ kind: 'return', ...detail }));
  const applyToReturn = (returns: ReturnType<typeof tableOf<ReturnRow>>, told: Report, repairs = holding(undefined)) =>
    applyReport({ repairs, returns }, told);

  test('into the return, whose lines stay, and into no repair', async () => {
    const [returns, repairs] = [tableOf(returnOfThatDay()), holding(bookedRow())];
    expect(await applyToReturn(returns, ofReturn(), repairs)).toBe(true);
    const { lines } = returnOfThatDay();
    expect(returns.table.row).toMatchObject({
      rma: 'UK55500001',
      state: 'registered',
      version: 2,
      stateAt: 'registered#2026-11-02T09:30:00.000Z',
      lines,
    });
    expect(repairs.table.writes).toBe(0);
  });

  test('unless it holds as many as there is room for beside its lines', async () => {
    const { timeline } = returnOfThatDay();
    const assigned = Array.from({ length: returnTimelineEntries - 1 }, (_, index): ReturnEntry => ({
      type: 'rmaAssigned',
      at: '2026-11-21T08:00:00.000Z',
      eventId: `full-${index}`,
      rma: 'R1',
    }));
    const returns = tableOf(returnOfThatDay({ timeline: [...timeline, ...assigned] }));
    await expect(applyToReturn(returns, ofReturn())).rejects.toMatchObject({ reason: 'TimelineFull' });
    expect(returns.table.writes).toBe(0);
  });

  test('a state of a repair never reaches a return', () =>
    expect(applyToReturn(tableOf(returnOfThatDay()), report(statusChanged()))).rejects.toMatchObject({
      reason: 'UnknownRecord',
    }));
});
