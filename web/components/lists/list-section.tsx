import Button from '@cloudscape-design/components/button';
import './list.css';
import { useId, useRef, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { useStableSet } from '#web/browser/use-stable.ts';
import { useIsWide } from '#web/browser/window-width.ts';
import { ExportMenu, ExportStatus } from '#web/components/export/export-menu.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { FilterSelect } from './filter-select.tsx';
import { findChosenColumns, findHiddenColumns, sumWidths, useElementWidth } from './fitting-columns.ts';
import { ListNotes, ListTable } from './list-table.tsx';
import type { TableProps } from './list-table.tsx';
import type { Row } from './load-rows.ts';
import { Pager } from './pager.tsx';
import { checkboxWidth } from './row-selection.tsx';
import type { List } from './use-route-list.ts';

// The preferences are loaded lazily, because drag and drop of columns is a tenth of a list's code.
const { Lazy: LazyListPreferences, load } = createLazyComponent(
  async () => (await import('./list-preferences.tsx')).ListPreferences,
);

const PreferencesButton = (props: ComponentProps<typeof LazyListPreferences>) => {
  const { t } = useTexts();
  const [state, setState] = useState<'closed' | 'loading' | 'loaded'>('closed');
  const open = async () => {
    setState('loading');
    setState((await load()) ? 'loaded' : 'closed');
  };
  return state === 'loaded' ? (
    <LazyListPreferences {...props} />
  ) : (
    <Button
      variant="icon"
      iconName="settings"
      ariaLabel={t('list.look')}
      loading={state === 'loading'}
      onClick={() => void open()}
    />
  );
};

/** Select for sorting where rows have no column headers. */
const SortField = <Item extends Row>({ list }: { readonly list: List<Item> }) => {
  const { t } = useTexts();
  if (useIsWide()) return null;
  const {
    columns,
    view,
    sortedRows: { sort },
  } = list;
  const options = columns.flatMap(({ id, header }) => [
    { value: id, label: t('list.sort.ascending', { column: header }) },
    { value: `-${id}`, label: t('list.sort.descending', { column: header }) },
  ]);
  const selected = sort.isDescending ? `-${sort.column}` : sort.column;
  return (
    <FilterSelect
      label={t('list.sort.label')}
      options={options}
      selectedOption={options.find(({ value }) => value === selected) ?? null}
      onChange={({
        detail: {
          selectedOption: { value = '' },
        },
      }) => view.sortBy({ column: value.replace(/^-/, ''), isDescending: value.startsWith('-') })}
    />
  );
};

type BarProps<Item extends Row> = {
  readonly list: List<Item>;
  /** Filter that is always visible. */
  readonly firstFilter: ReactNode;
  /** Values of the other filters. */
  readonly otherFilterValues: readonly (string | undefined)[];
  readonly filters: ReactNode;
  readonly actions?: ReactNode;
};

/** Texts and actions shown in place of the table if no row matches the filters. */
type NoMatchProps = {
  readonly title?: string;
  readonly hint?: string;
  /** Actions besides clearing the filters. */
  readonly actions?: ReactNode;
};

const NoMatch = ({ title, hint, actions, onClear }: NoMatchProps & { readonly onClear: () => void }) => {
  const { t } = useTexts();
  return (
    <EmptyState mark="question" title={title ?? t('list.noMatch.title')} hint={hint ?? t('list.noMatch.hint')}>
      {actions}
      <Button onClick={onClear}>{t('list.clear')}</Button>
    </EmptyState>
  );
};

const ListBar = <Item extends Row>({
  list,
  firstFilter,
  otherFilterValues,
  filters,
  actions,
  hiddenColumns,
}: BarProps<Item> & { readonly hiddenColumns: ReadonlySet<string> }) => {
  const { t } = useTexts();
  const id = useId();
  const [isExpanded, setExpanded] = useState(false);
  const { rows, columns } = list;
  const count = otherFilterValues.filter((value) => value !== undefined).length;
  // One button stops or reloads, so that the focus stays on it when loading ends.
  const isStoppable = rows.state.status === 'loading' && rows.state.found.cursor !== undefined;
  return (
    <div className={`list-bar ${isExpanded ? 'is-unfolded' : ''}`}>
      <search className="list-filters" aria-label={t('list.filters')}>
        {firstFilter}
        <span data-field="reload">
          <Button
            variant="icon"
            iconName={isStoppable ? 'close' : 'refresh'}
            ariaLabel={isStoppable ? t('list.stop') : t('list.refresh')}
            loading={rows.isBusy && !isStoppable}
            loadingText={t('list.pages.isLoading')}
            onClick={isStoppable ? rows.stop : rows.reload}
          />
        </span>
        <div className="list-fold">
          <Button
            iconName="filter"
            ariaExpanded={isExpanded}
            ariaControls={id}
            onClick={() => setExpanded((previous) => !previous)}
          >
            {count === 0 ? t('list.moreFilters') : t('list.moreFiltersSet', { count })}
          </Button>
        </div>
        <div id={id} className="list-chips">
          {filters}
          {!rows.isEmpty && <SortField list={list} />}
        </div>
      </search>
      <div className="list-tools">
        {actions}
        {!rows.isEmpty && (
          <PreferencesButton
            columns={columns}
            preferences={list.preferences}
            hiddenColumns={hiddenColumns}
            onChoose={list.setPreferences}
          />
        )}
      </div>
    </div>
  );
};

type Props<Item extends Row> = BarProps<Item> &
  Omit<TableProps<Item>, 'hiddenColumns' | 'isScrollable'> & {
    /** Shown if the list has no rows at all, even without filters. */
    readonly empty: ReactNode;
    readonly noMatch?: NoMatchProps;
    /** True if the page shows the number of rows next to its title, so that the list does not show it. */
    readonly isCountShown?: boolean;
  };

export const ListSection = <Item extends Row>(props: Props<Item>) => {
  const { list, firstFilter, otherFilterValues, filters, actions, empty, noMatch, isCountShown, ...table } = props;
  const { rows, view, fileExport, preferences } = list;
  const { state } = rows;
  const container = useRef<HTMLDivElement>(null);
  // The table's borders and its checkbox column leave less width for the other columns.
  const availableWidth = useElementWidth(container) - 2 - (table.selection ? checkboxWidth : 0);
  const hiddenColumns = useStableSet(findHiddenColumns(list.columns, preferences.columns, availableWidth));
  const shownColumns = findChosenColumns(list.columns, preferences.columns).filter(({ id }) => !hiddenColumns.has(id));
  const isLoading = state.status === 'loading';
  if (rows.isEmpty && !list.isFiltered)
    return (
      <div ref={container} className="list-empty">
        {empty}
      </div>
    );
  return (
    <div className="list" ref={container}>
      <ListBar
        {...{ list, firstFilter, otherFilterValues, filters, hiddenColumns }}
        actions={
          <>
            {actions}
            {!rows.isEmpty && <ExportMenu fileExport={fileExport} />}
          </>
        }
      />
      <ExportStatus fileExport={fileExport} />
      <ListNotes list={list} />
      {rows.isEmpty ? (
        <div className="list-empty">
          <NoMatch {...noMatch} onClear={list.clearFilters} />
        </div>
      ) : (
        <ListTable
          list={list}
          hiddenColumns={hiddenColumns}
          isScrollable={sumWidths(shownColumns) > availableWidth}
          {...table}
        />
      )}
      <div className="list-foot" hidden={rows.isEmpty}>
        <span>{!isCountShown && rows.countText}</span>
        {preferences.size !== 'all' && (
          <Pager
            view={view}
            nextCursor={isLoading ? undefined : state.found.cursor}
            isFull={state.found.items.length === preferences.size}
            isLoading={isLoading}
          />
        )}
      </div>
    </div>
  );
};
