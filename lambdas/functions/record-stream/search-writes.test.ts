import { describe, expect, test } from '@jest/globals';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { buildReturnRow } from '#lambdas/lib/records/return.ts';
import {
  buildStoredReturn,
  buildLines,
  withdrawnReturn,
  withRma,
  buildStoredRepair,
  withRepairEntry,
} from '#lambdas/testing/rows.ts';
import { searchOwner, findSearchPrefixes } from '#shared/records/search.ts';
import type { Change } from './portal-event.ts';
import { searchWrites } from './search-writes.ts';

const booked = buildStoredRepair();
const assigned = withRepairEntry(booked, {
  type: 'rmaAssigned',
  at: '2026-11-03T08:00:00.000Z',
  eventId: 'e-1',
  rma: 'UK55500001',
});

const owners = { store: searchOwner('repairs', 'nuk', 'UK001'), region: searchOwner('repairs', 'nuk') };

type Images = { readonly before?: RepairRow; readonly after?: RepairRow };

const repairChange = (images: Images): Change => ({ eventId: '0', ...images });

const buildRepairTable = (...changes: Images[]) => buildTable(changes.map(repairChange));

const buildTable = (changes: readonly Change[]) => {
  const table = new Map<string, { owner: string; term: string; store: string; reference: string }>();
  for (const { type, item } of searchWrites(changes)) {
    if (type === 'put') table.set(`${item.owner} ${item.term}`, item);
    else table.delete(`${item.owner} ${item.term}`);
  }
  return [...table.values()];
};

const isMatch = (term: string, text: string) =>
  findSearchPrefixes('repairs', text).some((prefix) => term.startsWith(prefix));

const findItems = (table: ReturnType<typeof buildRepairTable>, owner: string, text: string) =>
  table
    .filter((item) => item.owner === owner && isMatch(item.term, text))
    .map(({ store, reference }) => ({ store, reference }));

const key = ({ store, reference }: { store: string; reference: string }) => ({ store, reference });

describe('searchWrites', () => {
  test('writes a new RMA number and the parcel to send for store and region, and the news for the store', () =>
    expect(
      searchWrites([repairChange({ before: booked, after: assigned })]).map(({ type, item }) => [
        type,
        item.owner,
        item.term.split('\u001F')[0],
      ]),
    ).toEqual([
      ['put', owners.store, 'text'],
      ['put', owners.region, 'text'],
      ['put', owners.store, 'send'],
      ['put', owners.region, 'send'],
      ['put', owners.store, 'news'],
    ]));

  test('writes nothing if the search items are unchanged', () => {
    const reported = (row: RepairRow, status: 'repaired' | 'cancelled', at: string) =>
      withRepairEntry(row, { type: 'status', at, eventId: status, status });
    const repaired = reported(assigned, 'repaired', '2026-11-04T08:00:00.000Z');
    const cancelled = reported(repaired, 'cancelled', '2026-11-05T08:00:00.000Z');
    expect(searchWrites([repairChange({ before: repaired, after: cancelled })])).toEqual([]);
  });

  test('replaces the previous deadline with the current one', () => {
    const reported = (row: RepairRow, status: 'received' | 'quoted' | 'dispatched') =>
      withRepairEntry(row, { type: 'status', at: '2026-11-04T08:00:00.000Z', eventId: status, status });
    const due = (...rows: RepairRow[]) =>
      buildRepairTable(
        ...rows.map((after, index) => ({ ...(index > 0 && { before: rows[index - 1] }), after }) as Images),
      )
        .filter(({ owner, term }) => owner === owners.region && !term.startsWith('text'))
        .map(({ term }) => term.split('\u001F').slice(0, 2));
    const received = reported(assigned, 'received');
    const quoted = reported(received, 'quoted');
    expect(due(booked)).toEqual([]);
    expect(due(booked, assigned)).toEqual([['send', '2026-11-03']]);
    expect(due(booked, assigned, received)).toEqual([['due', '2026-11-14']]);
    expect(due(booked, assigned, received, quoted)).toEqual([['due', '2026-12-04']]);
    expect(due(booked, assigned, received, quoted, reported(quoted, 'dispatched'))).toEqual([
      ['complaint', '2026-11-18'],
    ]);
  });

  test('writes each item once, as of the last change', () => {
    const bookedAgain = buildStoredRepair({ id: '9b1c7a52-6f0e-4a57-9a83-0c1f6a2d9a22' });
    const writes = searchWrites([{ after: booked }, { before: booked }, { after: bookedAgain }].map(repairChange));
    expect(writes).toHaveLength(4);
    expect(writes.map(({ type }) => type)).toEqual(['put', 'put', 'put', 'put']);
  });
});

describe('searchWrites for returns', () => {
  const returned = buildStoredReturn({ lines: buildLines(1000), files: ['a1'.repeat(32)] });
  const registered = withRma(returned, 'UK70000001');
  const change = (before: typeof returned | undefined, after: typeof returned) =>
    ({ eventId: '1', before, after }) as const;

  test('writes two distinct items per line', () => {
    const writes = searchWrites([change(undefined, returned)]);
    expect(writes).toHaveLength(2005);
    expect(new Set(writes.map(({ item: { owner, term } }) => JSON.stringify([owner, term]))).size).toBe(2005);
  });

  test('writes an RMA number, the next step and the news', () => {
    const writes = searchWrites([change(returned, registered)]);
    expect(writes.map(({ type }) => type)).toEqual(['put', 'put', 'put', 'put', 'put']);
    expect(writes.filter(({ item }) => isMatch(item.term, 'UK7'))).toHaveLength(2);
    const lines = (table: readonly object[]) => table.map((item) => JSON.stringify(item)).toSorted();
    expect(lines(buildTable([change(undefined, returned), change(returned, registered)]))).toEqual(
      lines(buildTable([change(undefined, registered)])),
    );
  });

  test('updates corrected lines with few writes', () => {
    const lines = [...returned.lines.slice(1), ...buildLines(1, { serialNumber: 'NEW1' })];
    const corrected = buildReturnRow({ ...returned, lines, version: 2 });
    const table = buildTable([change(undefined, returned), change(returned, corrected)]);
    expect(findItems(table, searchOwner('returns', 'nuk'), 'NEW1')).toEqual([key(returned)]);
    expect(findItems(table, searchOwner('returns', 'nuk'), returned.lines[0]?.serialNumber ?? '')).toEqual([]);
    expect(searchWrites([change(returned, corrected)]).length).toBeLessThanOrEqual(10);
  });

  test('moves the items of a withdrawn return to its new key', () => {
    const withdrawn = withdrawnReturn(returned);
    const removal = { eventId: '2', before: returned } as const;
    const insertion = { eventId: '3', after: withdrawn } as const;
    for (const move of [
      [removal, insertion],
      [insertion, removal],
    ]) {
      const table = buildTable([change(undefined, returned), ...move]);
      expect(findItems(table, searchOwner('returns', 'nuk', 'UK-1'), 'Ret 1')).toEqual([key(withdrawn)]);
      expect(table).toHaveLength(2004);
    }
  });
});
