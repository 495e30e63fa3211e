import type { ListColumn } from '#web/components/lists/list-column.ts';
import type { Row } from '#web/components/lists/load-rows.ts';
import { SortedTable } from '#web/components/lists/sorted-table.tsx';
import type { Translate } from '#web/i18n/i18n.ts';

type Props<Item extends Row> = {
  readonly label: string;
  readonly columns: readonly ListColumn<Item>[];
  readonly items: readonly Item[];
};

export const createRowColumn = <Item extends { readonly row: number }>(t: Translate): ListColumn<Item> => ({
  id: 'row',
  header: t('file.columns.row'),
  text: ({ row }) => String(row),
  order: ({ row }) => row,
  minWidth: 80,
  isRowHeader: true,
});

const rowSort = { column: 'row', isDescending: false } as const;

/** Table of a file's rows, in the order of the file until the user sorts it. */
export const ReportTable = <Item extends Row>(table: Props<Item>) => (
  <div className="report-table">
    <SortedTable {...table} defaultSort={rowSort} />
  </div>
);
