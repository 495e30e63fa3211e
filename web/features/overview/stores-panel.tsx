import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo, useState } from 'react';
import type { Place } from '#shared/api/paths.ts';
import { paths } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import type { StoreFigures } from '#shared/statistics/overview.ts';
import { usePlace } from '#web/browser/place.ts';
import { ExportMenu, ExportStatus } from '#web/components/export/export-menu.tsx';
import type { ListColumn } from '#web/components/lists/list-column.ts';
import { RowLink } from '#web/components/lists/row-link.tsx';
import { findLargestStores, formatPercent } from './figures.ts';
import type { AllTexts } from './overview-texts.ts';
import type { Figure, FigureColumn } from './panel.tsx';
import { FigureTable, toListColumns, useFigureExport } from './panel.tsx';

export type StoreRow = StoreFigures & { readonly id: string };

/** Creates the columns of a store's figures. `half` and `nineOfTen` are the days within which half and nine of ten repairs were done. */
const createColumns = ({ tOverview }: AllTexts, hasReturns: boolean): FigureColumn<StoreRow>[] => [
  { id: 'store', header: tOverview('byStore.store'), text: ({ storeName }) => storeName, minWidth: 170 },
  { id: 'storeId', header: tOverview('byStore.storeId'), text: ({ storeId }) => storeId, minWidth: 100 },
  { id: 'repairs', header: tOverview('byStore.repairs'), number: ({ repairs }) => repairs },
  ...(hasReturns
    ? [{ id: 'returns', header: tOverview('byStore.returns'), number: ({ returns }: StoreRow) => returns }]
    : []),
  { id: 'open', header: tOverview('byStore.open'), number: ({ open }) => open, minWidth: 80 },
  { id: 'late', header: tOverview('byStore.late'), number: ({ late }) => late, minWidth: 80 },
  { id: 'half', header: tOverview('byStore.half'), number: ({ repair }) => repair?.half ?? null, minWidth: 90 },
  {
    id: 'nineOfTen',
    header: tOverview('byStore.nineOfTen'),
    number: ({ repair }) => repair?.nineOfTen ?? null,
    minWidth: 100,
  },
];

export const createStoresFigure = (
  stores: readonly StoreFigures[],
  texts: AllTexts,
  hasReturns: boolean,
): Figure<StoreRow> => {
  const { tOverview, locale, language } = texts;
  const total = stores.reduce((sum, { repairs }) => sum + repairs, 0);
  const [busiestStore] = stores.toSorted((a, b) => b.repairs - a.repairs);
  return {
    title: tOverview('byStore.title'),
    finding:
      busiestStore && total > 0
        ? tOverview('byStore.finding', {
            name: busiestStore.storeName,
            percent: formatPercent(busiestStore.repairs / total, locale, language),
          })
        : tOverview('byStore.none'),
    fileName: tOverview('byStore.file'),
    columns: createColumns(texts, hasReturns),
    items: stores.map((store) => ({ ...store, id: store.storeId })),
  };
};

const mostRepairsFirst = { column: 'repairs', isDescending: true };

/** Highlights late repairs, and repair times above the target, by weight and color. */
const renderCell = (id: string, store: StoreRow, text: string) => {
  const isHighlighted =
    (id === 'late' && store.late > 0) ||
    (id === 'nineOfTen' && (store.repair?.nineOfTen ?? 0) > limits.terms.targetRepairDays);
  return isHighlighted ? <b className="overview-late">{text}</b> : text;
};

const toStoreColumns = (
  columns: readonly ListColumn<StoreRow>[],
  place: Place,
  toQuery: (storeId: string) => string,
): ListColumn<StoreRow>[] =>
  columns.map((column) => ({
    ...column,
    cell: (store: StoreRow) =>
      column.id === 'store' ? (
        <RowLink href={`${paths.overview(place)}?${toQuery(store.storeId)}`} id={store.id}>
          {store.storeName}
        </RowLink>
      ) : (
        renderCell(column.id, store, column.text(store))
      ),
  }));

type Props = {
  readonly figure: Figure<StoreRow>;
  readonly texts: AllTexts;
  /** Returns the query of a store's overview for the same period. */
  readonly toQuery: (storeId: string) => string;
};

/** Sortable table of a region's stores: the ten largest, or all of them. */
export const StoresPanel = ({ figure, texts, toQuery }: Props) => {
  const { tOverview, formatNumber } = texts;
  const { prefix, region } = usePlace();
  const { columns, items, finding } = figure;
  const [areAllShown, setAllShown] = useState(false);
  const fileExport = useFigureExport(figure);
  const listColumns = useMemo(
    () => toStoreColumns(toListColumns(columns, formatNumber), { prefix, region }, toQuery),
    [columns, formatNumber, prefix, region, toQuery],
  );
  const largestStores = findLargestStores(items);
  const canShowAll = items.length > largestStores.length;
  const listedStores: readonly StoreRow[] = areAllShown
    ? items
    : largestStores.map((store) => ({ ...store, id: store.storeId }));
  const title = canShowAll && !areAllShown ? tOverview('byStore.titleLargest') : figure.title;
  return (
    <section aria-label={title}>
      <Container
        header={
          <Header
            variant="h2"
            actions={
              <SpaceBetween direction="horizontal" size="xs">
                {canShowAll && (
                  <Button onClick={() => setAllShown(!areAllShown)}>
                    {areAllShown
                      ? tOverview('byStore.showLargest')
                      : tOverview('byStore.showAll', { count: items.length })}
                  </Button>
                )}
                <ExportMenu fileExport={fileExport} />
              </SpaceBetween>
            }
          >
            {title}
          </Header>
        }
      >
        <ExportStatus fileExport={fileExport} />
        <p className="overview-finding">{finding}</p>
        <FigureTable label={title} columns={listColumns} items={listedStores} defaultSort={mostRepairsFirst} />
        <p className="overview-note">{tOverview('byStore.note')}</p>
      </Container>
    </section>
  );
};
