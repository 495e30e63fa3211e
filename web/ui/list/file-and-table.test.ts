import { expect, test } from 'vitest';
import type { FileAndTableColumn } from './file-and-table.ts';
import { chosenExportColumns } from './file-and-table.ts';

const shown = (id: string): FileAndTableColumn<string> => ({ id, header: id, text: () => id, minWidth: 100 });
const columns: readonly FileAndTableColumn<string>[] = [
  shown('rma'),
  { id: 'storeId', header: 'storeId', text: () => '', isExportOnly: true },
  shown('state'),
  shown('createdAt'),
];
const choose = (...ids: string[]) =>
  ids.map((id) => (id.startsWith('-') ? { id: id.slice(1), visible: false } : { id, visible: true }));

test.each([
  ['as they are declared', choose('rma', 'state', 'createdAt'), ['rma', 'storeId', 'state', 'createdAt']],
  ['in another order', choose('createdAt', 'rma', 'state'), ['createdAt', 'storeId', 'rma', 'state']],
  ['without a hidden one', choose('state', '-rma', 'createdAt'), ['storeId', 'state', 'createdAt']],
])('a file has the columns that show, %s', (_, choice, ids) =>
  expect(chosenExportColumns(columns, choice).map(({ id }) => id)).toEqual(ids),
);
