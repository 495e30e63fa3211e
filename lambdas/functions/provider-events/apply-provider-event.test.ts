import { describe, expect, test } from '@jest/globals';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { buildRmaAssigned, buildStatusChanged } from '#lambdas/testing/provider-event.ts';
import { buildStoredReturn, buildStoredRepair, addRepairEntry } from '#lambdas/testing/rows.ts';
import { limits } from '#shared/config/limits.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import type { ReturnEntry } from '#shared/returns/return.ts';
import { maxReturnTimelineEntries } from '#shared/returns/return.ts';
import { applyProviderEvent } from './handler.ts';
import type { ProviderEvent } from './provider-event.ts';
import { parseProviderEvent } from './provider-event.ts';

const now = new Date('2026-12-01T00:00:00.000Z');
const parse = (body: string) => parseProviderEvent(body, now);

/** Creates a table of one row. `concurrentChange` changes the row after each read, as another writer would. */
const createTable = <Row extends { readonly version: number }>(
  initialRow: Row | undefined,
  concurrentChange: (row: Row) => Row | undefined = () => undefined,
) => {
  const table = { row: initialRow, writeCount: 0 };
  return {
    table,
    find: async () => {
      const foundRow = table.row;
      if (foundRow) table.row = concurrentChange(foundRow) ?? foundRow;
      return foundRow;
    },
    replace: async (previousRow: Row, newRow: Row) => {
      if (table.row?.version !== previousRow.version) return false;
      table.row = newRow;
      table.writeCount += 1;
      return true;
    },
  };
};

const createRepairs = createTable<RepairRow>;

/** Return booked at the same time as the repair, before any provider event. */
const buildSameDayReturn = (overrides: Partial<ReturnRow> = {}) =>
  buildStoredReturn({ createdAt: buildStoredRepair().createdAt, ...overrides });

/** Applies a provider event to a table of repairs, with no returns. */
const applyToRepair = (repairs: ReturnType<typeof createRepairs>, providerEvent: ProviderEvent) =>
  applyProviderEvent({ repairs, returns: createTable<ReturnRow>(undefined) }, providerEvent, now);

describe('provider event is applied', () => {
  test('if it occurred at most five minutes before the booking day (UTC)', async () => {
    const store = createRepairs(buildStoredRepair());
    const earlyEvent = applyToRepair(store, parse(buildRmaAssigned({ occurredAt: '2026-11-01T23:54:59.000Z' })));
    await expect(earlyEvent).rejects.toMatchObject({ reason: 'BeforeBooking' });
    expect(await applyToRepair(store, parse(buildRmaAssigned({ occurredAt: '2026-11-01T23:55:00.000Z' })))).toBe(true);
  });

  test('to a withdrawn repair, which stays withdrawn', async () => {
    const withdrawnRepair = addRepairEntry(buildStoredRepair(), {
      type: 'withdrawn',
      at: '2026-11-02T10:00:00.000Z',
      by: 'sam@nuk.example',
    });
    const store = createRepairs(withdrawnRepair);
    await applyToRepair(store, parse(buildRmaAssigned()));
    expect(store.table.row).toMatchObject({
      rma: 'UK55500001',
      state: 'withdrawn',
      reference: withdrawnRepair.reference,
    });
  });

  test('together with a concurrent correction', async () => {
    const correction: RepairEntry = {
      type: 'corrected',
      at: '2026-11-02T10:00:00.000Z',
      by: 'sam@nuk.example',
      before: buildStoredRepair(),
    };
    const store = createRepairs(buildStoredRepair(), (row) =>
      row.version === 1 ? addRepairEntry(row, correction, { serialNumber: 'XTW9' }) : undefined,
    );
    expect(await applyToRepair(store, parse(buildRmaAssigned()))).toBe(true);
    expect(store.table.row).toMatchObject({ serialNumber: 'XTW9', rma: 'UK55500001', version: 3 });
    expect(store.table.row?.timeline.map(({ type }) => type)).toEqual(['booked', 'corrected', 'rmaAssigned']);
  });
});

describe('provider event is rejected', () => {
  test('if it is about a return and only a repair matches', () =>
    expect(
      applyToRepair(createRepairs(buildStoredRepair()), parse(buildRmaAssigned({ kind: 'return' }))),
    ).rejects.toMatchObject({
      reason: 'UnknownRecord',
    }));

  test('when the repair changes at every read', async () => {
    const store = createRepairs(buildStoredRepair(), (row) => ({ ...row, version: row.version + 1 }));
    await expect(applyToRepair(store, parse(buildRmaAssigned()))).rejects.toMatchObject({ reason: 'TooManyChanges' });
    expect(store.table.writeCount).toBe(0);
  });

  test('when the timeline is full, unless the event is already known', async () => {
    const entries = Array.from({ length: limits.timelineEntries - 1 }, (_, index): RepairEntry => ({
      type: 'status',
      at: '2026-11-03T08:00:00.000Z',
      eventId: `full-${index}`,
      status: 'quoted',
    }));
    const { timeline } = buildStoredRepair();
    const store = createRepairs(buildStoredRepair({ timeline: [...timeline, ...entries] }));
    await expect(applyToRepair(store, parse(buildRmaAssigned()))).rejects.toMatchObject({ reason: 'TimelineFull' });
    expect(await applyToRepair(store, parse(buildStatusChanged({ eventId: 'full-0' })))).toBe(false);
    expect(store.table.writeCount).toBe(0);
  });
});

describe('RMA number of a return', () => {
  const buildReturnEvent = (detail: object = {}) => parse(buildRmaAssigned({ kind: 'return', ...detail }));
  const applyToReturn = (
    returns: ReturnType<typeof createTable<ReturnRow>>,
    providerEvent: ProviderEvent,
    repairs = createRepairs(undefined),
  ) => applyProviderEvent({ repairs, returns }, providerEvent, now);

  test('updates the return and no repair', async () => {
    const returns = createTable(buildSameDayReturn());
    const repairs = createRepairs(buildStoredRepair());
    expect(await applyToReturn(returns, buildReturnEvent(), repairs)).toBe(true);
    const { lines } = buildSameDayReturn();
    expect(returns.table.row).toMatchObject({
      rma: 'UK55500001',
      state: 'registered',
      version: 2,
      stateAt: 'registered#2026-11-02T09:30:00.000Z',
      lines,
    });
    expect(repairs.table.writeCount).toBe(0);
  });

  test('is rejected when the return’s timeline is full', async () => {
    const { timeline } = buildSameDayReturn();
    const rmaEntries = Array.from({ length: maxReturnTimelineEntries - 1 }, (_, index): ReturnEntry => ({
      type: 'rmaAssigned',
      at: '2026-11-21T08:00:00.000Z',
      eventId: `full-${index}`,
      rma: 'R1',
    }));
    const returns = createTable(buildSameDayReturn({ timeline: [...timeline, ...rmaEntries] }));
    await expect(applyToReturn(returns, buildReturnEvent())).rejects.toMatchObject({ reason: 'TimelineFull' });
    expect(returns.table.writeCount).toBe(0);
  });

  test('rejects a repair status for a return', () =>
    expect(applyToReturn(createTable(buildSameDayReturn()), parse(buildStatusChanged()))).rejects.toMatchObject({
      reason: 'UnknownRecord',
    }));
});
