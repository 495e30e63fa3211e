import type { ExportColumn } from '#web/ui/export/export-column.ts';
import type { ListColumn } from './data-table.tsx';

type Exported<Item> =
  | { readonly kind: 'text' | 'instant'; readonly value: (item: Item) => string | null }
  | { readonly kind: 'number'; readonly value: (item: Item) => number | null };

/** A column of a list, in its table and in its exported file. */
export type FileAndTableColumn<Item> =
  | (ListColumn<Item> & {
      /** How a file has it, where that isn't its text. */
      readonly exported?: Exported<Item>;
    })
  | (Pick<ListColumn<Item>, 'id' | 'header' | 'text'> & {
      readonly isExportOnly: true;
      readonly exported?: Exported<Item>;
    });

export const tableColumns = <Item>(columns: readonly FileAndTableColumn<Item>[]): readonly ListColumn<Item>[] =>
  columns.flatMap((column) => ('isExportOnly' in column ? [] : [column]));

/** Each has the id of the table's column, if there is one. */
export const exportColumns = <Item>(
  columns: readonly FileAndTableColumn<Item>[],
): readonly (ExportColumn<Item> & { readonly id: string })[] =>
  columns.map(({ id, header, text, exported }) => ({ id, header, ...(exported ?? { kind: 'text', value: text }) }));
