import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileAndTableColumn } from './file-and-table.ts';
import { selectExportColumns } from './file-and-table.ts';
import { applyColumnChoice, parseRememberedList } from './remembered-list.ts';

describe('parseRememberedList', () => {
  const invalidTexts = [undefined, '', '{', 'null', '[]', '7', '{"size":7,"columns":"all"}', '{"size":"50"}'];

  test.each<[string | undefined, unknown?, unknown?]>([
    ...[...invalidTexts, '{"columns":[{"id":1}]}'].map((text): [string | undefined] => [text]),
    ['{"size":50,"columns":7}', 50],
    ['{"size":"all","columns":[{"id":"rma","visible":false}]}', 'all', [{ id: 'rma', visible: false }]],
  ])('keeps the valid parts of %s', (text, size, columns) => {
    const result = parseRememberedList(text);
    expect([result.size, result.columns]).toEqual([size, columns]);
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(applyColumnChoice([{ id: 'rma' }], parseRememberedList(text).columns).map(({ id }) => id)).toEqual([
          'rma',
        ]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('applyColumnChoice', () => {
  const columns = [{ id: 'rma' }, { id: 'reference', isRowHeader: true }, { id: 'serial' }];
  const buildChoice = (id: string, visible = true) => ({ id, visible });

  test('shows all columns by default', () =>
    expect(applyColumnChoice(columns)).toEqual([buildChoice('rma'), buildChoice('reference'), buildChoice('serial')]));

  test('hides columns that are off by default until chosen', () => {
    const columnsWithOptional = [...columns, { id: 'store', isOffByDefault: true }];
    expect(applyColumnChoice(columnsWithOptional).at(-1)).toEqual(buildChoice('store', false));
    expect(applyColumnChoice(columnsWithOptional, [buildChoice('store')])[0]).toEqual(buildChoice('store'));
  });

  test('keeps the chosen order, appends new columns, drops unknown ones', () => {
    expect(
      applyColumnChoice(columns, [
        buildChoice('serial', false),
        buildChoice('gone'),
        buildChoice('serial'),
        buildChoice('reference'),
      ]),
    ).toEqual([buildChoice('serial', false), buildChoice('reference'), buildChoice('rma')]);
  });

  test('always shows the row header', () =>
    expect(applyColumnChoice(columns, [buildChoice('reference', false)])[0]).toEqual(buildChoice('reference')));
});

const buildColumn = (id: string): FileAndTableColumn<string> => ({ id, header: id, text: () => id, minWidth: 100 });
const declaredColumns: readonly FileAndTableColumn<string>[] = [
  buildColumn('rma'),
  { id: 'storeId', header: 'storeId', text: () => '', isExportOnly: true },
  buildColumn('state'),
  buildColumn('createdAt'),
];
/** Builds a choice of columns; a minus sign hides the column. */
const choose = (...ids: string[]) =>
  ids.map((id) => (id.startsWith('-') ? { id: id.slice(1), visible: false } : { id, visible: true }));

test.each([
  ['in the declared order', choose('rma', 'state', 'createdAt'), ['rma', 'storeId', 'state', 'createdAt']],
  ['in another order', choose('createdAt', 'rma', 'state'), ['createdAt', 'storeId', 'rma', 'state']],
  ['without a hidden column', choose('state', '-rma', 'createdAt'), ['storeId', 'state', 'createdAt']],
])('exports the visible columns %s', (_, choice, ids) =>
  expect(selectExportColumns(declaredColumns, choice).map(({ id }) => id)).toEqual(ids),
);
