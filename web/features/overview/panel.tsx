import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { ExportColumn } from '#web/components/export/export-column.ts';
import { ExportMenu, ExportStatus } from '#web/components/export/export-menu.tsx';
import { useExport } from '#web/components/export/use-export.ts';
import type { ListColumn } from '#web/components/lists/list-column.ts';
import type { Row } from '#web/components/lists/load-rows.ts';
import type { Sort } from '#web/components/lists/sort-rows.ts';
import { SortedTable } from '#web/components/lists/sorted-table.tsx';
import type { AllTexts } from './overview-texts.ts';

/** Column of a figure's table with texts or numbers; a null number is an empty cell. `minWidth` is in pixels. */
export type FigureColumn<Item> = { readonly id: string; readonly header: string; readonly minWidth?: number } & (
  | { readonly text: (item: Item) => string }
  | { readonly number: (item: Item) => number | null; readonly format?: (value: number) => string }
);

/** Figure of the overview; `finding` sums it up in one sentence. */
export type Figure<Item extends Row> = {
  readonly title: string;
  readonly finding: string;
  readonly fileName: string;
  readonly columns: readonly FigureColumn<Item>[];
  readonly items: readonly Item[];
};

export const cellText = <Item,>(column: FigureColumn<Item>, item: Item, formatNumber: (value: number) => string) => {
  if ('text' in column) return column.text(item);
  const value = column.number(item);
  return value === null ? '' : (column.format ?? formatNumber)(value);
};

export const toListColumns = <Item,>(
  columns: readonly FigureColumn<Item>[],
  formatNumber: (value: number) => string,
): ListColumn<Item>[] =>
  columns.map((column, index) => ({
    id: column.id,
    header: column.header,
    text: (item) => cellText(column, item, formatNumber),
    ...('number' in column && { order: (item: Item) => column.number(item) ?? '' }),
    minWidth: column.minWidth ?? (index === 0 ? 150 : 110),
    isRowHeader: index === 0,
  }));

const toExportColumns = <Item,>(columns: readonly FigureColumn<Item>[]): ExportColumn<Item>[] =>
  columns.map((column) =>
    'text' in column
      ? { header: column.header, kind: 'text', value: column.text }
      : { header: column.header, kind: 'number', value: column.number },
  );

export const useFigureExport = <Item extends Row>({ title, fileName, columns, items }: Figure<Item>) =>
  useExport({
    name: fileName,
    // Excel allows at most 31 characters in the title of a sheet.
    title: title.slice(0, 31),
    columns: toExportColumns(columns),
    requestPage: async () => ({ items }),
    query: items,
  });

type TableProps<Item extends Row> = {
  readonly label: string;
  readonly columns: readonly ListColumn<Item>[];
  readonly items: readonly Item[];
  /** By default the rows keep their order until the user sorts by a column. */
  readonly defaultSort?: Sort;
};

const originalOrder: Sort = { column: '', isDescending: false };

export const FigureTable = <Item extends Row>({ defaultSort = originalOrder, ...table }: TableProps<Item>) => (
  <div className="overview-table">
    <SortedTable {...table} defaultSort={defaultSort} />
  </div>
);

type Props<Item extends Row> = {
  readonly figure: Figure<Item>;
  readonly texts: AllTexts;
  readonly note?: ReactNode;
  readonly children: ReactNode;
};

/** Panel with the finding of a figure and its chart, which a button replaces with a table, and its export. Without items it shows only the finding. */
export const FigurePanel = <Item extends Row>({ figure, texts, note, children }: Props<Item>) => {
  const { tOverview, formatNumber } = texts;
  const { title, finding, columns, items } = figure;
  const [isTableShown, setTableShown] = useState(false);
  const fileExport = useFigureExport(figure);
  const listColumns = useMemo(() => toListColumns(columns, formatNumber), [columns, formatNumber]);
  const action = tOverview(isTableShown ? 'table.hide' : 'table.show');
  return (
    <Container
      fitHeight
      header={
        <Header
          variant="h2"
          actions={
            items.length > 0 && (
              <SpaceBetween direction="horizontal" size="xs">
                <Button
                  className="overview-table-button"
                  ariaLabel={tOverview('labelled', { action, title })}
                  onClick={() => setTableShown(!isTableShown)}
                >
                  {action}
                </Button>
                <ExportMenu fileExport={fileExport} />
              </SpaceBetween>
            )
          }
        >
          {title}
        </Header>
      }
    >
      <ExportStatus fileExport={fileExport} />
      <p className="overview-finding">{finding}</p>
      {items.length > 0 &&
        (isTableShown ? <FigureTable label={title} columns={listColumns} items={items} /> : children)}
      {note}
    </Container>
  );
};
