import { describe, expect, test } from '@jest/globals';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { buildReturnRow } from '#lambdas/lib/records/return.ts';
import {
  buildStoredReturn,
  buildLines,
  withdrawReturn,
  addRma,
  buildStoredRepair,
  addRepairEntry,
} from '#lambdas/testing/rows.ts';
import { toSearchOwner, findSearchPrefixes } from '#shared/records/search.ts';
import type { Change } from './portal-event.ts';
import { toSearchWrites } from './search-writes.ts';

const bookedRepair = buildStoredRepair();
const registeredRepair = addRepairEntry(bookedRepair, {
  type: 'rmaAssigned',
  at: '2026-11-03T08:00:00.000Z',
  eventId: 'e-1',
  rma: 'UK55500001',
});

const owners = { store: toSearchOwner('repairs', 'nuk', 'UK001'), region: toSearchOwner('repairs', 'nuk') };

type Images = { readonly before?: RepairRow; readonly after?: RepairRow };

const buildRepairChange = (images: Images): Change => ({ eventId: '0', ...images });

const buildRepairSearchTable = (...changes: Images[]) => buildSearchTable(changes.map(buildRepairChange));

const buildSearchTable = (changes: readonly Change[]) => {
  const table = new Map<string, { owner: string; term: string; store: string; reference: string }>();
  for (const { type, item } of toSearchWrites(changes)) {
    if (type === 'put') table.set(`${item.owner} ${item.term}`, item);
    else table.delete(`${item.owner} ${item.term}`);
  }
  return [...table.values()];
};

const isMatch = (term: string, text: string) =>
  findSearchPrefixes('repairs', text).some((prefix) => term.startsWith(prefix));

const findItems = (table: ReturnType<typeof buildRepairSearchTable>, owner: string, text: string) =>
  table
    .filter((item) => item.owner === owner && isMatch(item.term, text))
    .map(({ store, reference }) => ({ store, reference }));

const toKey = ({ store, reference }: { store: string; reference: string }) => ({ store, reference });

describe('toSearchWrites', () => {
  test('writes RMA number and first send day for store and region, and news for the store', () =>
    expect(
      toSearchWrites([buildRepairChange({ before: bookedRepair, after: registeredRepair })]).map(({ type, item }) => [
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
    const addStatus = (row: RepairRow, status: 'repaired' | 'cancelled', at: string) =>
      addRepairEntry(row, { type: 'status', at, eventId: status, status });
    const repairedRepair = addStatus(registeredRepair, 'repaired', '2026-11-04T08:00:00.000Z');
    const cancelledRepair = addStatus(repairedRepair, 'cancelled', '2026-11-05T08:00:00.000Z');
    expect(toSearchWrites([buildRepairChange({ before: repairedRepair, after: cancelledRepair })])).toEqual([]);
  });

  test('replaces the previous deadline with the current one', () => {
    const addStatus = (row: RepairRow, status: 'received' | 'quoted' | 'dispatched') =>
      addRepairEntry(row, { type: 'status', at: '2026-11-04T08:00:00.000Z', eventId: status, status });
    const listDeadlines = (...rows: RepairRow[]) =>
      buildRepairSearchTable(
        ...rows.map((after, index) => ({ ...(index > 0 && { before: rows[index - 1] }), after }) as Images),
      )
        .filter(({ owner, term }) => owner === owners.region && !term.startsWith('text'))
        .map(({ term }) => term.split('\u001F').slice(0, 2));
    const receivedRepair = addStatus(registeredRepair, 'received');
    const quotedRepair = addStatus(receivedRepair, 'quoted');
    expect(listDeadlines(bookedRepair)).toEqual([]);
    expect(listDeadlines(bookedRepair, registeredRepair)).toEqual([['send', '2026-11-03']]);
    expect(listDeadlines(bookedRepair, registeredRepair, receivedRepair)).toEqual([['due', '2026-11-14']]);
    expect(listDeadlines(bookedRepair, registeredRepair, receivedRepair, quotedRepair)).toEqual([
      ['due', '2026-12-04'],
    ]);
    expect(
      listDeadlines(
        bookedRepair,
        registeredRepair,
        receivedRepair,
        quotedRepair,
        addStatus(quotedRepair, 'dispatched'),
      ),
    ).toEqual([['complaint', '2026-11-18']]);
  });

  test('writes each item once, in the state of the last change', () => {
    const repairBookedAgain = buildStoredRepair({ id: '9b1c7a52-6f0e-4a57-9a83-0c1f6a2d9a22' });
    const writes = toSearchWrites(
      [{ after: bookedRepair }, { before: bookedRepair }, { after: repairBookedAgain }].map(buildRepairChange),
    );
    expect(writes).toHaveLength(4);
    expect(writes.map(({ type }) => type)).toEqual(['put', 'put', 'put', 'put']);
  });
});

describe('toSearchWrites for returns', () => {
  const bookedReturn = buildStoredReturn({ lines: buildLines(1000), files: ['a1'.repeat(32)] });
  const registeredReturn = addRma(bookedReturn, 'UK70000001');
  const buildChange = (before: typeof bookedReturn | undefined, after: typeof bookedReturn) =>
    ({ eventId: '1', before, after }) as const;

  test('writes two distinct items per line', () => {
    const writes = toSearchWrites([buildChange(undefined, bookedReturn)]);
    // Further items: two of the EAN, which all lines share, two of the reference, and one of the file.
    expect(writes).toHaveLength(2005);
    expect(new Set(writes.map(({ item: { owner, term } }) => JSON.stringify([owner, term]))).size).toBe(2005);
  });

  test('writes an RMA number, the first send day and the news', () => {
    const writes = toSearchWrites([buildChange(bookedReturn, registeredReturn)]);
    expect(writes.map(({ type }) => type)).toEqual(['put', 'put', 'put', 'put', 'put']);
    expect(writes.filter(({ item }) => isMatch(item.term, 'UK7'))).toHaveLength(2);
    const toSortedTexts = (table: readonly object[]) => table.map((item) => JSON.stringify(item)).toSorted();
    expect(
      toSortedTexts(
        buildSearchTable([buildChange(undefined, bookedReturn), buildChange(bookedReturn, registeredReturn)]),
      ),
    ).toEqual(toSortedTexts(buildSearchTable([buildChange(undefined, registeredReturn)])));
  });

  test('updates corrected lines with few writes', () => {
    const lines = [...bookedReturn.lines.slice(1), ...buildLines(1, { serialNumber: 'NEW1' })];
    const correctedReturn = buildReturnRow({ ...bookedReturn, lines, version: 2 });
    const table = buildSearchTable([buildChange(undefined, bookedReturn), buildChange(bookedReturn, correctedReturn)]);
    expect(findItems(table, toSearchOwner('returns', 'nuk'), 'NEW1')).toEqual([toKey(bookedReturn)]);
    expect(findItems(table, toSearchOwner('returns', 'nuk'), bookedReturn.lines[0]?.serialNumber ?? '')).toEqual([]);
    expect(toSearchWrites([buildChange(bookedReturn, correctedReturn)]).length).toBeLessThanOrEqual(10);
  });

  test('moves the items of a withdrawn return to its new key', () => {
    const withdrawnRow = withdrawReturn(bookedReturn);
    const removal = { eventId: '2', before: bookedReturn } as const;
    const insertion = { eventId: '3', after: withdrawnRow } as const;
    for (const move of [
      [removal, insertion],
      [insertion, removal],
    ]) {
      const table = buildSearchTable([buildChange(undefined, bookedReturn), ...move]);
      expect(findItems(table, toSearchOwner('returns', 'nuk', 'UK-1'), 'Ret 1')).toEqual([toKey(withdrawnRow)]);
      // The file of a withdrawn return has no item.
      expect(table).toHaveLength(2004);
    }
  });
});
