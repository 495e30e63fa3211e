import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import { useDeferredValue, useMemo } from 'react';
import { limits } from '#shared/config/limits.ts';
import { useStable } from '#web/browser/use-stable.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { DataTable } from './data-table.tsx';
import type { Row } from './load-rows.ts';
import { Loading, LoadFailed } from './loading.tsx';
import type { Selection } from './row-selection.tsx';
import type { List } from './use-route-list.ts';

/** Note above a list: its failure, its progress, or why rows may be missing or sorted only within the page. */
export const ListNotes = <Item extends Row>({ list }: { readonly list: List<Item> }) => {
  const { t } = useTexts();
  const { rows, view } = list;
  const { state } = rows;

  if (state.status === 'failed') {
    const retry = () => {
      // The button is removed with the failure.
      focusField(['reload']);
      rows.reload();
    };
    return <LoadFailed failure={state} onRetry={retry} />;
  }
  if (state.status === 'loading') {
    const {
      items: { length: foundCount },
      read: examinedCount,
    } = state.found;
    const countText = rows.toRowsText(foundCount);
    if (examinedCount === undefined && foundCount === 0) return null;
    return (
      <Box color="text-body-secondary">
        {examinedCount === undefined
          ? t('list.soFar', { rows: countText })
          : t('list.lookingThrough', { rows: countText, read: examinedCount })}
      </Box>
    );
  }
  const hasMore = state.found.cursor !== undefined;
  const count = list.sortedRows.items.length;
  if (hasMore && state.isStopped)
    return <Alert type="info">{t('list.stopped', { rows: rows.toRowsText(count) })}</Alert>;
  if (hasMore && list.preferences.size === 'all')
    return <Alert type="info">{t('list.capped', { count, most: limits.exportRows })}</Alert>;
  if (list.sortedRows.isSortedHere && (hasMore || view.page > 1))
    return <Box color="text-body-secondary">{t('list.sortNote')}</Box>;
  return null;
};

const NoRows = ({ text }: { readonly text: string }) => (
  <Box textAlign="center" padding={{ vertical: 'm' }} color="text-body-secondary">
    {text}
  </Box>
);

export type TableProps<Item extends Row> = {
  readonly list: List<Item>;
  readonly label: string;
  readonly loadingText: string;
  /** Ids of the columns that do not fit; must be referentially stable while they are the same. */
  readonly hiddenColumns: ReadonlySet<string>;
  readonly isScrollable: boolean;
  /** Must be referentially stable while the same rows are selected. */
  readonly selection?: Selection<Item>;
};

/**
 * Rows of a list, or the reason why there are none. Thousands of rows render only when they change, and deferred, so that
 * they do not block input.
 */
export const ListTable = <Item extends Row>({
  list,
  label,
  loadingText,
  hiddenColumns,
  isScrollable,
  selection,
}: TableProps<Item>) => {
  const { t } = useTexts();
  const { columns, preferences, view } = list;
  const { items, sort } = list.sortedRows;
  const { state } = list.rows;
  const { columns: columnChoice, isCompact } = preferences;
  const isLoading = state.status === 'loading';
  const mayHaveMore = state.found.cursor !== undefined;
  const sortBy = useStable(view.sortBy);

  const visibleColumns = useMemo(
    () =>
      columnChoice.flatMap(({ id, visible: isVisible }) =>
        isVisible
          ? columns.flatMap((column) => (column.id === id ? { ...column, isHidden: hiddenColumns.has(id) } : []))
          : [],
      ),
    [columns, columnChoice, hiddenColumns],
  );
  const placeholder = useMemo(() => {
    if (items.length > 0) return null;
    if (isLoading) return <Loading text={loadingText} />;
    if (mayHaveMore) return <NoRows text={t('list.noneSoFar')} />;
    return <NoRows text={t('list.noMore')} />;
  }, [isLoading, loadingText, items.length, mayHaveMore, t]);

  const tableProps = useMemo(
    () => ({ label, isCompact, isScrollable, columns: visibleColumns, items, sort, placeholder }),
    [label, isCompact, isScrollable, visibleColumns, items, sort, placeholder],
  );
  const deferredProps = useDeferredValue(tableProps);
  // Columns are not deferred: which of them fit is known after the first render, and must not change after the first paint.
  const shownProps = deferredProps.columns === visibleColumns ? deferredProps : tableProps;
  // After a failure it is unknown whether there are rows; the note above reports the failure and offers a retry.
  if (state.status === 'failed' && items.length === 0) return null;
  return (
    <div className="list-rows" aria-busy={isLoading || shownProps !== tableProps}>
      {/* The selection is not deferred, because a checkbox that lags behind its click would flicker. */}
      <DataTable {...shownProps} onSort={sortBy} selection={selection} />
    </div>
  );
};
