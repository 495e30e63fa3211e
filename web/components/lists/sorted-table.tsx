import { useMemo, useState } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import { DataTable } from './data-table.tsx';
import type { ListColumn } from './list-column.ts';
import type { Row } from './load-rows.ts';
import type { Sort } from './sort-rows.ts';
import { sortRows } from './sort-rows.ts';

type Props<Item extends Row> = {
  readonly label: string;
  readonly columns: readonly ListColumn<Item>[];
  readonly items: readonly Item[];
  readonly defaultSort: Sort;
};

/** Scrollable table of rows that are all loaded, which users can sort. */
export const SortedTable = <Item extends Row>({ label, columns, items, defaultSort }: Props<Item>) => {
  const { locale } = useTexts();
  const [sort, setSort] = useState(defaultSort);
  const sortedItems = useMemo(() => sortRows(items, columns, sort, locale), [items, columns, sort, locale]);
  return (
    <DataTable
      label={label}
      isScrollable
      columns={columns}
      items={sortedItems}
      sort={sort}
      onSort={setSort}
      placeholder={null}
    />
  );
};
