import Icon from '@cloudscape-design/components/icon';
import { useState } from 'react';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { daysBetween } from '#shared/dates/dates.ts';
import type { listedContent } from '#shared/repairs/content.ts';
import type { UpcomingDeadline } from '#shared/repairs/deadlines.ts';
import { deadlineFilters } from '#shared/repairs/deadlines.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import type { FileAndTableColumn } from '#web/components/lists/file-and-table.ts';
import type { CreateColumns } from '#web/features/records/record-columns.tsx';
import { createRecordColumns } from '#web/features/records/record-columns.tsx';
import { SubmittedRecordsPage } from '#web/features/records/submitted-records-page.tsx';
import type { Texts } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { NoWrap } from '#web/ui/no-wrap.tsx';
import './deadlines/deadline-label.css';
import { dayText, isMissed, deadlineSentence, toRelevantDeadline } from './deadlines/deadline-text.ts';
import { repairKind } from './repair-kind.ts';

const lazyAnswerDialog = createLazyComponent(async () => (await import('./deadlines/answer-dialog.tsx')).AnswerDialog);

/** Button in a list row that shows an answer for a customer who calls. Loads the repair when pressed. */
const RowAnswerButton = ({ repair }: { readonly repair: RepairSummary }) => {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const label = t('common.labelled', { field: t('repairs.answer.copy'), text: repair.storeRefNo });
  return (
    <>
      <button
        type="button"
        className="copy-answer"
        aria-label={label}
        title={label}
        onClick={() => void lazyAnswerDialog.load().then((isLoaded) => setOpen(isLoaded))}
      >
        <Icon name="copy" size="small" />
      </button>
      {isOpen && <lazyAnswerDialog.Lazy repair={repair} onClose={() => setOpen(false)} />}
    </>
  );
};

const formatDays = (days: number, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);

const createDeadlineColumns = (texts: Texts, today: CalendarDate): readonly FileAndTableColumn<RepairSummary>[] => {
  const { t } = texts;
  const findNextDeadline = ({ next }: RepairSummary) => toRelevantDeadline(next, today);
  const formatDeadline = (deadline: UpcomingDeadline): string => {
    const days = daysBetween(today, deadline.by);
    if (isMissed(deadline, today)) return t('repairs.list.late', { count: -days });
    const date = texts.formatDayOfYear(deadline.by);
    if (days < 2) return texts.formatDaysAhead(days);
    return days < 10 ? `${date}, ${formatDays(days, texts.locale)}` : date;
  };
  const renderSendNow = (day: CalendarDate) => (
    <b className="due" title={t('repairs.next.send', { date: dayText(day, today, texts) })}>
      {t('repairs.due.sendNow')}
    </b>
  );
  /** Names what the date is for or, once it has passed, what the store has to do. */
  const nameDeadline = (deadline: UpcomingDeadline): string => {
    const { promise } = deadline;
    if (isMissed(deadline, today) && (promise === 'rma' || promise === 'target' || promise === 'feeAnswer'))
      return t(`repairs.due.lateNames.${promise}`);
    return t(`repairs.due.shortNames.${promise}`);
  };
  const findDeadlineClass = (deadline: UpcomingDeadline): string => {
    if (isMissed(deadline, today)) return 'due is-late';
    return deadline.promise === 'feeAnswer' ? 'due is-own' : 'due';
  };
  const renderDeadline = (deadline: UpcomingDeadline) => (
    <span className={findDeadlineClass(deadline)} title={deadlineSentence(deadline, today, texts)}>
      <span className="due-name">{t('common.labelled', { field: nameDeadline(deadline), text: '' })}</span>
      {formatDeadline(deadline)}
    </span>
  );
  return [
    {
      id: 'next',
      header: t('repairs.list.next'),
      shortHeader: t('repairs.list.nextShort'),
      text: (repair) => findNextDeadline(repair)?.by ?? repair.sendFrom ?? '',
      cell: (repair) => {
        const deadline = findNextDeadline(repair);
        // After its arrival deadline a parcel has most likely arrived, so a date in the past would only look overdue.
        if (deadline && deadline.by < today && !isMissed(deadline, today)) return false;
        if (deadline) return renderDeadline(deadline);
        return repair.sendFrom !== undefined && renderSendNow(repair.sendFrom);
      },
      exportValue: { kind: 'date', value: (repair) => findNextDeadline(repair)?.by ?? null },
      minWidth: 112,
      maxWidth: 112,
      priority: 6,
      phoneLayout: 'end',
    },
    {
      id: 'nextWhat',
      header: t('repairs.list.nextWhat'),
      text: (repair) => {
        if (repair.sendFrom !== undefined) return t('repairs.list.due.send');
        const deadline = findNextDeadline(repair);
        return deadline ? t(`repairs.due.names.${deadline.promise}`) : '';
      },
      isExportOnly: true,
    },
    {
      id: 'nextWho',
      header: t('repairs.list.nextWho'),
      text: (repair) =>
        (repair.sendFrom === undefined ? (findNextDeadline(repair)?.who ?? []) : (['store'] as const))
          .map((party) => t(`home.attention.who.${party}`))
          .join(', '),
      isExportOnly: true,
    },
  ];
};

/**
 * Widths for the longest texts of the three languages. At 1280 px, less the drawer and a 17 px scrollbar, all columns
 * fit except the issue and the store name. Admins see the store name instead of the serial number.
 */
const widths = {
  products: { minWidth: 300 },
  state: { minWidth: 152, maxWidth: 152 },
  storeRefNo: { minWidth: 80 },
  rma: { minWidth: 94, maxWidth: 94, priority: 4 },
  createdAt: { minWidth: 76, maxWidth: 76 },
};

/** Listed content fields, except those in the products column. */
type ContentColumn = Exclude<keyof typeof listedContent, 'product' | 'isOnlyAccessories' | 'accessories'>;

export const createRepairColumns: CreateColumns<RepairSummary> = (texts, place, today, isSingleStore = false) => {
  const { t } = texts;
  const { rma, state, storeRefNo, storeName, createdAt, products } = createRecordColumns(
    repairKind,
    texts,
    place,
    today,
    {
      ...widths,
      storeName: { minWidth: 165, priority: isSingleStore ? 1 : 5 },
    },
  );
  const contentColumns: Readonly<Record<ContentColumn, FileAndTableColumn<RepairSummary>>> = {
    serialNumber: {
      id: 'serialNumber',
      header: t('repairs.fields.serialNumber'),
      text: ({ serialNumber }) => serialNumber,
      cell: ({ serialNumber }) => <NoWrap text={serialNumber || '–'} />,
      minWidth: 136,
      maxWidth: 136,
      priority: 3,
      phoneLayout: 'hidden',
    },
    issue: {
      id: 'issue',
      header: t('repairs.fields.issue'),
      text: ({ issue }) => t(`repairs.issues.${issue}`),
      minWidth: 200,
      priority: 2,
      phoneLayout: 'hidden',
    },
  };
  return [
    {
      ...products,
      cell: (repair) => (
        <span className="row-and-answer">
          {products.cell(repair)}
          <RowAnswerButton repair={repair} />
        </span>
      ),
    },
    state,
    ...createDeadlineColumns(texts, today),
    storeRefNo,
    rma,
    createdAt,
    ...Object.values(contentColumns),
    { id: 'storeId', header: t('repairs.fields.storeId'), text: ({ storeId }) => storeId, isExportOnly: true },
    storeName,
  ];
};

const { Lazy: RepairDetails } = createLazyComponent(
  async () => (await import('./details/repair-details.tsx')).RepairDetails,
);

export const SubmittedRepairsPage = () => (
  <SubmittedRecordsPage
    kind={repairKind}
    createColumns={createRepairColumns}
    deadlineFilters={deadlineFilters}
    Details={RepairDetails}
  />
);
