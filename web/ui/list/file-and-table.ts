import type { ExportColumn, Exported } from '#web/ui/export/export-column.ts';
import type { ListColumn } from './list-column.ts';
import type { ColumnChoice } from './remembered-list.ts';

export type FileAndTableColumn<Item> = (
  | ListColumn<Item>
  | (Pick<ListColumn<Item>, 'id' | 'header' | 'text'> & { readonly isExportOnly: true })
) & { readonly exported?: Exported<Item> };

export const tableColumns = <Item>(columns: readonly FileAndTableColumn<Item>[]): readonly ListColumn<Item>[] =>
  columns.flatMap((column) => ('isExportOnly' in column ? [] : [column]));

export const exportColumns = <Item>(
  columns: readonly FileAndTableColumn<Item>[],
): readonly (ExportColumn<Item> & { readonly id: string })[] =>
  columns.map(({ id, header, text, exported }) => ({ id, header, ...(exported ?? { kind: 'text', value: text }) }));

/** Those of the table without the hidden ones, in their chosen order; what only a file has stays at its place. */
export const chosenExportColumns = <Item>(
  columns: readonly FileAndTableColumn<Item>[],
  choice: readonly ColumnChoice[],
) => {
  const all = exportColumns(columns);
  const hidden = new Set(choice.flatMap(({ id, visible }) => (visible ? [] : [id])));
  const inOrder = choice.flatMap(({ id }) => (hidden.has(id) ? [] : all.filter((column) => column.id === id))).values();
  const ofTable = new Set(choice.map(({ id }) => id));
  return all
    .filter(({ id }) => !hidden.has(id))
    .flatMap((column) => (ofTable.has(column.id) ? (inOrder.next().value ?? []) : column));
};
