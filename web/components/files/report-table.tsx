import { useMemo, useState } from 'react';
import { DataTable } from '#web/components/lists/data-table.tsx';
import type { ListColumn } from '#web/components/lists/list-column.ts';
import type { Row } from '#web/components/lists/load-rows.ts';
import { sortRows } from '#web/components/lists/sort-rows.ts';
import type { Translate } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';

type Props<Item extends Row> = {
  readonly label: string;
  readonly columns: readonly ListColumn<Item>[];
  readonly items: readonly Item[];
};

export const rowColumn = <Item extends { readonly row: number }>(t: Translate): ListColumn<Item> => ({
  id: 'row',
  header: t('file.columns.row'),
  text: ({ row }) => String(row),
  order: ({ row }) => row,
  minWidth: 80,
  isRowHeader: true,
});

export const ReportTable = <Item extends Row>({ label, columns, items }: Props<Item>) => {
  const { locale } = useTexts();
  const [sort, setSort] = useState({ column: 'row', isDescending: false });
  const sorted = useMemo(() => sortRows(items, columns, sort, locale), [columns, items, sort, locale]);
  return (
    <div className="report-table">
      <DataTable
        label={label}
        isScrollable
        columns={columns}
        items={sorted}
        sort={sort}
        onSort={setSort}
        instead={null}
      />
    </div>
  );
};
