import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileAndTableColumn } from './file-and-table.ts';
import { chosenExportColumns } from './file-and-table.ts';
import { chosenColumns, readRemembered } from './remembered-list.ts';

describe('what a browser remembers of a list', () => {
  const broken = [undefined, '', '{', 'null', '[]', '7', '{"size":7,"columns":"all"}', '{"size":"50"}'];

  test.each<[string | undefined, unknown?, unknown?]>([
    ...[...broken, '{"columns":[{"id":1}]}'].map((text): [string | undefined] => [text]),
    ['{"size":50,"columns":7}', 50],
    ['{"size":"all","columns":[{"id":"rma","visible":false}]}', 'all', [{ id: 'rma', visible: false }]],
  ])('is what is sound of it: %s', (text, size, columns) => {
    const read = readRemembered(text);
    expect([read.size, read.columns]).toEqual([size, columns]);
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(chosenColumns([{ id: 'rma' }], readRemembered(text).columns).map(({ id }) => id)).toEqual(['rma']);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the columns', () => {
  const known = [{ id: 'rma' }, { id: 'reference', isRowHeader: true }, { id: 'serial' }];
  const show = (id: string, visible = true) => ({ id, visible });

  test('all show as long as nobody chose', () =>
    expect(chosenColumns(known)).toEqual([show('rma'), show('reference'), show('serial')]));

  test('but for those that only show once they are chosen', () => {
    const columns = [...known, { id: 'store', isOffAtFirst: true }];
    expect(chosenColumns(columns).at(-1)).toEqual(show('store', false));
    expect(chosenColumns(columns, [show('store')])[0]).toEqual(show('store'));
  });

  test('stand as chosen; new ones come last, those that are gone or named twice are left out', () => {
    expect(chosenColumns(known, [show('serial', false), show('gone'), show('serial'), show('reference')])).toEqual([
      show('serial', false),
      show('reference'),
      show('rma'),
    ]);
  });

  test('the one that names the row always shows', () =>
    expect(chosenColumns(known, [show('reference', false)])[0]).toEqual(show('reference')));
});

const column = (id: string): FileAndTableColumn<string> => ({ id, header: id, text: () => id, minWidth: 100 });
const declared: readonly FileAndTableColumn<string>[] = [
  column('rma'),
  { id: 'storeId', header: 'storeId', text: () => '', isExportOnly: true },
  column('state'),
  column('createdAt'),
];
const choose = (...ids: string[]) =>
  ids.map((id) => (id.startsWith('-') ? { id: id.slice(1), visible: false } : { id, visible: true }));

test.each([
  ['as they are declared', choose('rma', 'state', 'createdAt'), ['rma', 'storeId', 'state', 'createdAt']],
  ['in another order', choose('createdAt', 'rma', 'state'), ['createdAt', 'storeId', 'rma', 'state']],
  ['without a hidden one', choose('state', '-rma', 'createdAt'), ['storeId', 'state', 'createdAt']],
])('a file has the columns that show, %s', (_, choice, ids) =>
  expect(chosenExportColumns(declared, choice).map(({ id }) => id)).toEqual(ids),
);
