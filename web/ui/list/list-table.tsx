import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useDeferredValue, useMemo } from 'react';
import { limits } from '#shared/limits.ts';
import { useStable } from '#web/browser/use-stable.ts';
import { useTexts } from '#web/language/i18n.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { DataTable } from './data-table.tsx';
import type { Row } from './load-rows.ts';
import { Loading, LoadFailed } from './loading.tsx';
import type { Selection } from './row-choice.tsx';
import type { List } from './use-route-list.ts';

export const ListNotes = <Item extends Row>({ list }: { readonly list: List<Item> }) => {
  const { t } = useTexts();
  const { state, view } = list;

  if (state.status === 'failed') {
    const retry = () => {
      // The button goes with the failure.
      focusField(['reload']);
      list.reload();
    };
    return <LoadFailed failure={state} onRetry={retry} />;
  }
  if (state.status === 'loading') {
    const {
      items: { length: found },
      read,
    } = state.found;
    const rows = list.rowWords(found);
    if (read === undefined && found === 0) return null;
    return (
      <Box color="text-body-secondary">
        {read === undefined ? t('list.soFar', { rows }) : t('list.lookingThrough', { rows, read })}
      </Box>
    );
  }
  const hasMore = state.found.cursor !== undefined;
  const count = list.items.length;
  if (hasMore && state.isStopped) return <Alert type="info">{t('list.stopped', { rows: list.rowWords(count) })}</Alert>;
  if (hasMore && list.size === 'all')
    return <Alert type="info">{t('list.capped', { count, most: limits.exportRows })}</Alert>;
  if (list.isSortedHere && (hasMore || view.page > 1))
    return <Box color="text-body-secondary">{t('list.sortNote')}</Box>;
  return null;
};

const NoMatch = ({ onClear }: { readonly onClear: () => void }) => {
  const { t } = useTexts();
  return (
    <Box textAlign="center" padding={{ vertical: 'm' }}>
      <SpaceBetween size="s">
        <div>
          <Box variant="strong">{t('list.noMatch.title')}</Box>
          <Box color="text-body-secondary">{t('list.noMatch.hint')}</Box>
        </div>
        <Button onClick={onClear}>{t('list.clear')}</Button>
      </SpaceBetween>
    </Box>
  );
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
  /** The same object as long as the same columns don't show for want of room. */
  readonly noRoom: ReadonlySet<string>;
  /** The same object as long as the same rows are chosen. */
  readonly selection?: Selection<Item>;
};

/** The rows, or why there are none. Thousands of them are rendered only when something in them changed, and beside whatever else one does. */
export const ListTable = <Item extends Row>({ list, label, loadingText, noRoom, selection }: TableProps<Item>) => {
  const { t } = useTexts();
  const { items, columns, look, sort, state, view } = list;
  const { columns: columnChoice, isCompact } = look;
  const isLoading = state.status === 'loading';
  const isBehindTheLast = view.page > 1;
  const mayHaveMore = state.found.cursor !== undefined;
  const clear = useStable(list.clearFilters);
  const sortBy = useStable(view.sortBy);

  const visible = useMemo(
    () =>
      columnChoice.flatMap(({ id, visible: isVisible }) =>
        isVisible
          ? columns.flatMap((column) => (column.id === id ? { ...column, hasNoRoom: noRoom.has(id) } : []))
          : [],
      ),
    [columns, columnChoice, noRoom],
  );
  const instead = useMemo(() => {
    if (items.length > 0) return null;
    if (isLoading) return <Loading text={loadingText} />;
    if (mayHaveMore) return <NoRows text={t('list.noneSoFar')} />;
    if (isBehindTheLast) return <NoRows text={t('list.noMore')} />;
    return <NoMatch onClear={clear} />;
  }, [isLoading, loadingText, items.length, mayHaveMore, isBehindTheLast, clear, t]);

  const current = useMemo(
    () => ({ label, isCompact, columns: visible, items, sort, instead }),
    [label, isCompact, visible, items, sort, instead],
  );
  const shown = useDeferredValue(current);
  // Of what could not be loaded nobody knows whether there is none: the note above it says so, and asks again.
  if (state.status === 'failed' && items.length === 0) return null;
  return (
    <div className="list-rows" aria-busy={isLoading || shown !== current}>
      {/* What is chosen shows at once: a checkbox that lags behind its click would flicker. */}
      <DataTable {...shown} onSort={sortBy} selection={selection} />
    </div>
  );
};
