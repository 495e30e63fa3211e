import { Activity, useEffect, useMemo, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { StoreFilter } from '#web/ui/form/store-field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ChoiceField } from '#web/ui/list/choice-field.tsx';
import { ListSection } from '#web/ui/list/list-section.tsx';
import type { ListLocation, ListViewState } from '#web/ui/list/list-view.ts';
import { PeriodField } from '#web/ui/list/period-field.tsx';
import { focusRow, isFromList } from '#web/ui/list/row-link.tsx';
import { SearchField } from '#web/ui/list/search-field.tsx';
import { useRouteList } from '#web/ui/list/use-route-list.ts';
import { focusHeading, Page } from '#web/ui/page.tsx';
import { announceRma } from './announce-rma.ts';
import { NothingYet } from './nothing-yet.tsx';
import { recordOf } from './record-address.ts';
import type { ColumnsOf } from './record-columns.tsx';
import type { DetailsProps } from './record-details.tsx';
import type { RecordKind, SubmittedRecord } from './record-kind.ts';

const notByDue = { search: undefined, state: undefined, from: undefined, to: undefined };

type Narrowing = Parameters<ListViewState['filter']>;

const useSubmittedRecords = <Summary extends SubmittedRecord>(
  kind: RecordKind<Summary>,
  columnsOf: ColumnsOf<Summary>,
  location: ListLocation,
) => {
  const texts = useTexts();
  const { prefix, region } = usePlace();
  const isAdmin = useSession()?.isAdminUser ?? false;
  const today = useToday();

  const dueIn = (filters: object) => kind.dueFilters?.find((one) => 'due' in filters && filters.due === one);
  const list = useRouteList({
    name: kind.name,
    route: kind.routes.list,
    ask: (input, through) => through(kind.routes.list, input),
    location,
    columns: useMemo(
      () => columnsOf(texts, { prefix, region }, today, !isAdmin),
      [columnsOf, texts, prefix, region, today, isAdmin],
    ),
    order: (filters) =>
      dueIn(filters)
        ? { column: 'next', isDescending: false }
        : // What a search finds comes in the order of what was found.
          { column: 'createdAt', isDescending: true, isUnsorted: filters.search !== undefined },
    file: { name: texts.t(`${kind.name}.list.fileName`), title: texts.t(`${kind.name}.list.sheetTitle`) },
    firstFilter: 'search',
    onNews: (before, after) => announceRma(kind, texts, before, after),
  });
  useRefreshWhilePending({ isPending: list.items.some(kind.isPending), refresh: list.refresh });
  return {
    list,
    isAdmin,
    due: dueIn(list.filters),
    /** Narrows the list down: by what is due, or by the others; the server does not take both. */
    narrow: (...[change, options]: Narrowing) =>
      list.view.filter({ ...('due' in change ? notByDue : { due: undefined }), ...change }, options),
  };
};

type SubmittedRecordsState<Summary extends SubmittedRecord> = ReturnType<typeof useSubmittedRecords<Summary>>;

type FiltersProps<Summary extends SubmittedRecord> = {
  readonly kind: RecordKind<Summary>;
  readonly submitted: SubmittedRecordsState<Summary>;
};

const Filters = <Summary extends SubmittedRecord>({ kind, submitted }: FiltersProps<Summary>) => {
  const texts = useTexts();
  const { t } = texts;
  const { list, due, narrow, isAdmin } = submitted;
  const { state, from, to, storeId } = list.filters;
  const { filter } = list.view;
  const states = Object.keys(kind.states) as Summary['state'][];
  return (
    <>
      {kind.dueFilters && (
        <ChoiceField
          label={t('home.attention.title')}
          all={t('list.any')}
          note={t('repairs.list.dueAlone')}
          choices={kind.dueFilters.map((value) => ({ value, label: t(`repairs.list.due.${value}`) }))}
          value={due}
          onChange={(chosen) => narrow({ due: chosen })}
        />
      )}
      <ChoiceField
        label={t(`${kind.name}.fields.state`)}
        all={t('list.any')}
        choices={states.map((value) => ({ value, label: kind.stateText(value, texts) }))}
        value={state}
        onChange={(chosen) => narrow({ state: chosen })}
      />
      <PeriodField
        value={{ from, to }}
        today={list.today}
        onChange={(period) => narrow({ from: period.from, to: period.to })}
      />
      {isAdmin && <StoreFilter value={storeId} onChange={(chosen) => filter({ storeId: chosen })} />}
    </>
  );
};

type Props<Summary extends SubmittedRecord> = {
  readonly kind: RecordKind<Summary>;
  /** The same on every render. */
  readonly columns: ColumnsOf<Summary>;
  readonly location: ListLocation;
};

const SubmittedRecords = <Summary extends SubmittedRecord>({ kind, columns, location }: Props<Summary>) => {
  const { t } = useTexts();
  const place = usePlace();
  const submitted = useSubmittedRecords(kind, columns, location);
  const { list, due, narrow } = submitted;
  const { search = '', state, from, to, storeId } = list.filters;
  const title = t(`${kind.name}.list.title`);
  return (
    <Page
      title={title}
      actions={
        <LinkButton variant="primary" href={kind.paths.book(place)}>
          {t(`${kind.name}.empty.book`)}
        </LinkButton>
      }
    >
      <ListSection
        list={list}
        first={
          <SearchField
            value={search}
            hint={t(`${kind.name}.list.searchHint`)}
            onSearch={(text) => narrow({ search: text || undefined }, { isRefinement: search !== '' && text !== '' })}
          />
        }
        others={[due, state, from ?? to, storeId]}
        filters={<Filters kind={kind} submitted={submitted} />}
        label={title}
        loadingText={t(`${kind.name}.list.loading`)}
        empty={<NothingYet kind={kind} />}
      />
    </Page>
  );
};

const wholeList: ListLocation = { search: '', state: null };

/** Whoever comes back from a record finds the focus where they left it. `id` is that of the record which shows. */
const useFocusOnReturn = (id: string | undefined) => {
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (id === undefined && opened.current !== undefined && !focusRow(opened.current)) focusHeading();
    opened.current = id;
  }, [id]);
};

type PageProps<Summary extends SubmittedRecord> = {
  readonly kind: RecordKind<Summary>;
  readonly columns: ColumnsOf<Summary>;
  readonly Details: ComponentType<DetailsProps>;
};

/** The submitted records of a kind, or the details of the one that the address names: behind those the list stays as it was. */
export const SubmittedRecordsPage = <Summary extends SubmittedRecord>({
  kind,
  columns,
  Details,
}: PageProps<Summary>) => {
  const place = usePlace();
  const location = useLocation();
  const navigate = useNavigate();
  const identity = recordOf(location.search);

  const [listLocation, setListLocation] = useState<ListLocation>(identity ? wholeList : location);
  if (!identity && listLocation !== location) setListLocation(location);

  useFocusOnReturn(identity?.id);
  const goBack = () =>
    void (isFromList(location.state) ? navigate(-1) : navigate(kind.paths.list(place) + listLocation.search));

  // The details come first: what looks for the page's heading is to find theirs.
  return (
    <>
      {identity && <Details key={identity.id} identity={identity} onBack={goBack} />}
      <Activity mode={identity ? 'hidden' : 'visible'}>
        <SubmittedRecords kind={kind} columns={columns} location={listLocation} />
      </Activity>
    </>
  );
};
