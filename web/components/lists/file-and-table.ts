import type { ExportColumn, ExportValue } from '#web/components/export/export-column.ts';
import type { ListColumn } from './list-column.ts';
import type { ColumnChoice } from './remembered-list.ts';

/** Column of a list's table and of its exported file, or of the file only. */
export type FileAndTableColumn<Item> = (
  | ListColumn<Item>
  | (Pick<ListColumn<Item>, 'id' | 'header' | 'text'> & { readonly isExportOnly: true })
) & { readonly exportValue?: ExportValue<Item> };

export const toTableColumns = <Item>(columns: readonly FileAndTableColumn<Item>[]): readonly ListColumn<Item>[] =>
  columns.flatMap((column) => ('isExportOnly' in column ? [] : [column]));

export const toExportColumns = <Item>(
  columns: readonly FileAndTableColumn<Item>[],
): readonly (ExportColumn<Item> & { readonly id: string })[] =>
  columns.map(({ id, header, text, exportValue }) => ({
    id,
    header,
    ...(exportValue ?? { kind: 'text', value: text }),
  }));

/** Returns the table's visible columns in their chosen order; export-only columns keep their position. */
export const selectExportColumns = <Item>(
  columns: readonly FileAndTableColumn<Item>[],
  choice: readonly ColumnChoice[],
) => {
  const allColumns = toExportColumns(columns);
  const hiddenIds = new Set(choice.flatMap(({ id, visible }) => (visible ? [] : [id])));
  const columnsInChosenOrder = choice
    .flatMap(({ id }) => (hiddenIds.has(id) ? [] : allColumns.filter((column) => column.id === id)))
    .values();
  const tableIds = new Set(choice.map(({ id }) => id));
  // Each place of a table column takes the next one in the chosen order.
  return allColumns
    .filter(({ id }) => !hiddenIds.has(id))
    .flatMap((column) => (tableIds.has(column.id) ? (columnsInChosenOrder.next().value ?? []) : column));
};
