import Button from '@cloudscape-design/components/button';
import { Activity, useEffect, useMemo, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { parseRecordQuery } from '#shared/records/record-path.ts';
import type { DeadlineFilter } from '#shared/repairs/deadlines.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { useIsWide } from '#web/browser/window-width.ts';
import { StoreFilter } from '#web/components/forms/store-field.tsx';
import { ChoiceField } from '#web/components/lists/choice-field.tsx';
import { ListSection } from '#web/components/lists/list-section.tsx';
import type { ListLocation, ListViewState } from '#web/components/lists/list-view.ts';
import { PeriodField, periodText } from '#web/components/lists/period-field.tsx';
import { focusRow, isFromList } from '#web/components/lists/row-link.tsx';
import { SearchField } from '#web/components/lists/search-field.tsx';
import { useRouteList } from '#web/components/lists/use-route-list.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { focusField } from '#web/ui/form/focus-field.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { focusHeading, Page } from '#web/ui/page.tsx';
import type { CreateColumns } from './record-columns.tsx';
import type { DetailsProps } from './record-details.tsx';
import type { RecordKindView, SubmittedRecord } from './record-kind-view.ts';
import { announceRma } from './rma.tsx';

/** Clears the filters that cannot be combined with a deadline filter. */
const clearedOtherFilters = { search: undefined, state: undefined, from: undefined, to: undefined };

type ListProps<Summary extends SubmittedRecord> = {
  readonly kind: RecordKindView<Summary>;
  /** Must be stable across renders. */
  readonly createColumns: CreateColumns<Summary>;
  /** Deadline filters of the list, if it has any. A deadline filter combines only with the store filter. */
  readonly deadlineFilters?: readonly DeadlineFilter[];
};

type Props<Summary extends SubmittedRecord> = ListProps<Summary> & { readonly location: ListLocation };

const SubmittedRecords = <Summary extends SubmittedRecord>(props: Props<Summary>) => {
  const { kind, createColumns, deadlineFilters = [], location } = props;
  const texts = useTexts();
  const { t } = texts;
  const { prefix, region } = usePlace();
  const isAdmin = useSession()?.isAdminUser ?? false;
  const isWide = useIsWide();
  const today = useToday();
  const title = t(`${kind.name}.list.title`);

  const findDeadlineFilter = (filters: object) =>
    deadlineFilters.find((name) => 'due' in filters && filters.due === name);
  const list = useRouteList({
    name: kind.name,
    route: kind.routes.list,
    toRows: (response) => response,
    location,
    columns: useMemo(
      () => createColumns(texts, { prefix, region }, today, !isAdmin),
      [createColumns, texts, prefix, region, today, isAdmin],
    ),
    order: (filters) =>
      findDeadlineFilter(filters)
        ? { column: 'next', isDescending: false }
        : // The server sorts search results by the match.
          { column: 'createdAt', isDescending: true, isUnsorted: filters.search !== undefined },
    toRowsText: (count) => t(`list.count.${kind.name}`, { count }),
    file: { name: t(`${kind.name}.list.fileName`), title: t(`${kind.name}.list.sheetTitle`) },
    firstFilter: 'search',
    onChange: (previousRecords, records) => announceRma(kind, texts, previousRecords, records),
  });
  useRefreshWhilePending({
    isPending: list.sortedRows.items.some(kind.isPending),
    refreshInBackground: list.rows.refresh,
  });

  const { search = '', state, from, to, storeId } = list.filters;
  const deadlineFilter = findDeadlineFilter(list.filters);
  /** Applies a filter. The deadline filter and the others clear each other, because the server does not accept both. */
  const applyFilter = (...[change, options]: Parameters<ListViewState['filter']>) =>
    list.view.filter({ ...('due' in change ? clearedOtherFilters : { due: undefined }), ...change }, options);
  const filters = (
    <>
      {deadlineFilters.length > 0 && (
        <ChoiceField
          label={t('repairs.list.nextShort')}
          all={t('repairs.list.dueAny')}
          note={t('repairs.list.dueAlone')}
          choices={deadlineFilters.map((value) => ({ value, label: t(`repairs.list.due.${value}`) }))}
          value={deadlineFilter}
          onChange={(value) => applyFilter({ due: value })}
        />
      )}
      <ChoiceField
        label={t(`${kind.name}.fields.state`)}
        all={t('list.any')}
        choices={(Object.keys(kind.states) as Summary['state'][]).map((value) => ({
          value,
          label: kind.stateText(value, texts),
        }))}
        value={state}
        onChange={(value) => applyFilter({ state: value })}
      />
      <PeriodField
        value={{ from, to }}
        today={list.today}
        onChange={(period) => applyFilter({ from: period.from, to: period.to })}
      />
      {isAdmin && <StoreFilter value={storeId} onChange={(value) => list.view.filter({ storeId: value })} />}
    </>
  );
  const toLabelledText = (field: string, text: string) => t('common.labelled', { field, text });
  const filterTexts = [
    ...(deadlineFilter ? [toLabelledText(t('repairs.list.nextShort'), t(`repairs.list.due.${deadlineFilter}`))] : []),
    ...(state ? [toLabelledText(t(`${kind.name}.fields.state`), kind.stateText(state, texts))] : []),
    ...((from ?? to) ? [toLabelledText(t('list.period.label'), periodText({ from, to }, today, texts))] : []),
    ...(storeId ? [toLabelledText(t(`${kind.name}.fields.storeId`), storeId)] : []),
  ];
  const isSearchFiltered = search !== '' && filterTexts.length > 0;
  const searchAll = () => {
    // The focus moves to the search field, because the button is removed with the empty list.
    focusField(['search']);
    list.view.filter({ ...clearedOtherFilters, due: undefined, storeId: undefined, search });
  };
  const bookHref = kind.paths.book({ prefix, region });
  const bookText = t(`${kind.name}.empty.book`);
  return (
    <Page
      title={title}
      count={isWide ? list.rows.countText : undefined}
      actions={
        <LinkButton variant="primary" href={bookHref}>
          {bookText}
        </LinkButton>
      }
    >
      <ListSection
        list={list}
        firstFilter={
          <SearchField
            label={t('list.filter')}
            value={search}
            hint={t(isWide ? `${kind.name}.list.searchHint` : 'list.filterShort')}
            onSearch={(text) =>
              applyFilter({ search: text || undefined }, { isRefinement: search !== '' && text !== '' })
            }
          />
        }
        otherFilterValues={[deadlineFilter, state, from ?? to, storeId]}
        filters={filters}
        label={title}
        loadingText={t(`${kind.name}.list.loading`)}
        isCountShown={isWide}
        empty={
          <EmptyState title={t(`${kind.name}.empty.title`)} hint={t(`${kind.name}.empty.hint`)}>
            <LinkButton href={bookHref}>{bookText}</LinkButton>
          </EmptyState>
        }
        noMatch={{
          ...(search !== '' && { title: t('list.noMatch.search', { search }) }),
          hint: [
            ...(search === '' ? [] : [t(`${kind.name}.list.searched`)]),
            ...(filterTexts.length === 0 ? [] : [t('list.noMatch.filters', { filters: filterTexts.join(', ') })]),
          ].join(' '),
          actions: isSearchFiltered ? (
            <Button onClick={searchAll}>{t(`${kind.name}.list.searchAll`)}</Button>
          ) : (
            <LinkButton href={bookHref}>{bookText}</LinkButton>
          ),
        }}
      />
    </Page>
  );
};

const unfilteredLocation: ListLocation = { search: '', state: null };

/** Restores the focus to the record's row when its details are closed. `id` is the id of the record shown. */
const useFocusOnReturn = (id: string | undefined) => {
  const openedId = useRef<string>(undefined);
  useEffect(() => {
    if (id === undefined && openedId.current !== undefined && !focusRow(openedId.current)) focusHeading();
    openedId.current = id;
  }, [id]);
};

type PageProps<Summary extends SubmittedRecord> = ListProps<Summary> & {
  readonly Details: ComponentType<DetailsProps>;
};

/** List of submitted records, or the details of the record in the URL. The list stays mounted behind the details and keeps its state. */
export const SubmittedRecordsPage = <Summary extends SubmittedRecord>(props: PageProps<Summary>) => {
  const { Details, ...list } = props;
  const { kind } = list;
  const place = usePlace();
  const location = useLocation();
  const navigate = useNavigate();
  const identity = parseRecordQuery(location.search);

  const [listLocation, setListLocation] = useState<ListLocation>(identity ? unfilteredLocation : location);
  if (!identity && listLocation !== location) setListLocation(location);

  useFocusOnReturn(identity?.id);
  const goBack = () =>
    void (isFromList(location.state) ? navigate(-1) : navigate(kind.paths.list(place) + listLocation.search));

  // The details precede the hidden list, so that `querySelector` finds their heading first.
  return (
    <>
      {identity && <Details key={identity.id} identity={identity} onBack={goBack} />}
      <Activity mode={identity ? 'hidden' : 'visible'}>
        <SubmittedRecords {...list} location={listLocation} />
      </Activity>
    </>
  );
};
