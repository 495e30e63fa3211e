import type { Place } from '#shared/api/paths.ts';
import { regions } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import type { FileAndTableColumn } from '#web/components/lists/file-and-table.ts';
import type { ListColumn } from '#web/components/lists/list-column.ts';
import { RowLink } from '#web/components/lists/row-link.tsx';
import type { Texts } from '#web/i18n/i18n.ts';
import { NoWrap } from '#web/ui/no-wrap.tsx';
import { Pictogram } from '#web/ui/pictogram.tsx';
import { NewMark } from './news/new-mark.tsx';
import type { RecordKindView, SubmittedRecord } from './record-kind-view.ts';
import { rmaText } from './record-kind-view.ts';
import { Rma } from './rma.tsx';
import { StateLabel } from './state-label.tsx';

/** Creates the columns of a list. `isSingleStore` is true if all rows are of one store, so that its name is the first column to be hidden. */
export type CreateColumns<Item> = (
  texts: Texts,
  place: Place,
  today: CalendarDate,
  isSingleStore?: boolean,
) => readonly FileAndTableColumn<Item>[];

type Column = 'rma' | 'state' | 'storeRefNo' | 'storeName' | 'createdAt' | 'products';

/** Formats a day without its year, or in digits if it is in another year than today. */
const formatShortDay = (day: CalendarDate, today: CalendarDate, { formatDayOfYear, locale }: Texts): string =>
  day.slice(0, 4) === today.slice(0, 4)
    ? formatDayOfYear(day)
    : new Date(`${day}T00:00Z`).toLocaleDateString(locale, {
        day: '2-digit',
        month: '2-digit',
        year: '2-digit',
        timeZone: 'UTC',
      });

type Widths = Pick<ListColumn<never>, 'minWidth' | 'maxWidth' | 'priority'>;

export const createRecordColumns = <Summary extends SubmittedRecord>(
  kind: RecordKindView<Summary>,
  texts: Texts,
  place: Place,
  today: CalendarDate,
  widths: Readonly<Record<Column, Widths>>,
) => {
  const { t, formatInstant } = texts;
  const { timeZone } = regions[place.region];
  return {
    // An empty text sorts records without an RMA number to the end.
    rma: {
      id: 'rma',
      header: t(`${kind.name}.fields.rma`),
      shortHeader: t('list.columns.rma'),
      text: ({ rma }) => rma ?? '',
      cell: (record) => <Rma kind={kind} record={record} />,
      phoneLayout: 'line',
      exportValue: { kind: 'text', value: (record) => rmaText(kind, record, texts) ?? null },
      ...widths.rma,
    },
    state: {
      id: 'state',
      header: t(`${kind.name}.fields.state`),
      text: ({ state }) => kind.stateText(state, texts),
      cell: ({ state }) => <StateLabel kind={kind} state={state} isShort />,
      phoneLayout: 'tag',
      ...widths.state,
    },
    storeRefNo: {
      id: 'storeRefNo',
      header: t(`${kind.name}.fields.storeRefNo`),
      shortHeader: t('list.columns.storeRefNo'),
      text: ({ storeRefNo }) => storeRefNo,
      cell: (record) => (
        <RowLink href={toRecordPath(kind.paths.list(place), record)} id={record.id}>
          <NoWrap text={record.storeRefNo} />
        </RowLink>
      ),
      isRowHeader: true,
      phoneLayout: 'line',
      ...widths.storeRefNo,
    },
    storeName: {
      id: 'storeName',
      header: t(`${kind.name}.fields.storeName`),
      text: ({ storeName }) => storeName,
      phoneLayout: 'hidden',
      ...widths.storeName,
    },
    createdAt: {
      id: 'createdAt',
      header: t(`${kind.name}.fields.createdAt`),
      shortHeader: t('list.columns.createdAt'),
      text: ({ createdAt }) => formatInstant(createdAt, timeZone),
      cell: ({ createdAt }) => (
        <span className="no-wrap" title={formatInstant(createdAt, timeZone)}>
          {formatShortDay(toCalendarDate(new Date(createdAt), timeZone), today, texts)}
        </span>
      ),
      phoneLayout: 'end',
      order: ({ createdAt }) => Date.parse(createdAt),
      exportValue: { kind: 'instant', value: ({ createdAt }) => createdAt },
      ...widths.createdAt,
    },
    products: {
      id: 'products',
      header: t(`${kind.name}.fields.products`),
      text: (record) => kind.productsText(record, texts),
      cell: (record) => (
        <span className="data-table-prose" title={kind.productsText(record, texts)}>
          <Pictogram name={kind.findPictogram(record)} />
          <b>{kind.shortProductsText(record, texts)}</b>
          <NewMark id={record.id} isDot />
        </span>
      ),
      phoneLayout: 'title',
      ...widths.products,
    },
  } as const satisfies Record<Column, FileAndTableColumn<Summary>>;
};
