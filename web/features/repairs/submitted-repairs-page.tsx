import Icon from '@cloudscape-design/components/icon';
import Modal from '@cloudscape-design/components/modal';
import { useState } from 'react';
import { repairs } from '#shared/api/routes/repairs.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import type { listedContent } from '#shared/repairs/content.ts';
import type { UpcomingDeadline } from '#shared/repairs/deadlines.ts';
import { deadlineFilters } from '#shared/repairs/deadlines.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import type { FileAndTableColumn } from '#web/components/lists/file-and-table.ts';
import { call } from '#web/data/api.ts';
import type { CreateColumns } from '#web/features/records/record-columns.tsx';
import { recordColumns } from '#web/features/records/record-columns.tsx';
import { SubmittedRecordsPage } from '#web/features/records/submitted-records-page.tsx';
import type { Texts } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { NoWrap } from '#web/ui/no-wrap.tsx';
import './deadlines/due.css';
import { deadlineTexts, isMissed, deadlineSentence, toRelevantDeadline } from './deadlines/deadline-text.ts';
import { repairKind } from './repair-kind.ts';

const { Lazy: Answers } = createLazyComponent(async () => (await import('./deadlines/copy-answer.tsx')).Answers);

/** Button in a list row that offers an answer for a customer who calls. Loads the repair when pressed. */
const CopyRowAnswer = ({ repair }: { readonly repair: RepairSummary }) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const [isOpen, setIsOpen] = useState(false);
  const { storeId, storeRefNo, id } = repair;
  const label = t('common.labelled', { field: t('repairs.answer.copy'), text: storeRefNo });
  return (
    <>
      <button type="button" className="copy-answer" aria-label={label} title={label} onClick={() => setIsOpen(true)}>
        <Icon name="copy" size="small" />
      </button>
      {isOpen && (
        <Modal visible header={label} onDismiss={() => setIsOpen(false)} closeAriaLabel={t('common.closeDialog')}>
          <Answers loadRepair={() => call(repairs.findRepair, { region, storeId, storeRefNo, id })} />
        </Modal>
      )}
    </>
  );
};

const nextColumns = (texts: Texts, today: CalendarDate): readonly FileAndTableColumn<RepairSummary>[] => {
  const { t } = texts;
  const findNext = ({ next }: RepairSummary) => toRelevantDeadline(next, today);
  const renderDue = (next: UpcomingDeadline) => {
    const isLate = isMissed(next, today);
    const date = texts.formatDayOfYear(next.by);
    const { distance } = deadlineTexts(next.by, today, texts);
    // A past arrival deadline shows only its date, because the parcel has most likely arrived.
    const day = next.by < today ? date : <span className="due-day">{date}, </span>;
    return (
      <span className={isLate ? 'due is-late' : 'due'} title={deadlineSentence(next, today, texts)}>
        {!isLate && day}
        {(isLate || next.by >= today) && distance}
      </span>
    );
  };
  return [
    {
      id: 'next',
      header: t('repairs.list.next'),
      text: (repair) => findNext(repair)?.by ?? '',
      cell: (repair) => {
        const next = findNext(repair);
        return (
          <span className="due-and-answer">
            {next && renderDue(next)}
            <CopyRowAnswer repair={repair} />
          </span>
        );
      },
      exported: { kind: 'date', value: (repair) => findNext(repair)?.by ?? null },
      minWidth: 172,
      maxWidth: 200,
      priority: 6,
      onPhone: 'end',
    },
    {
      id: 'nextWhat',
      header: t('repairs.list.nextWhat'),
      text: (repair) => {
        const next = findNext(repair);
        return next ? t(`repairs.due.names.${next.promise}`) : '';
      },
      isExportOnly: true,
    },
    {
      id: 'nextWho',
      header: t('repairs.list.nextWho'),
      text: (repair) => (findNext(repair)?.who ?? []).map((who) => t(`home.attention.who.${who}`)).join(', '),
      isExportOnly: true,
    },
  ];
};

/** Widths for the longest texts of the three languages. At 1280 px, less the drawer and a 17 px scrollbar, all but two columns fit. */
const widths = {
  products: { minWidth: 212 },
  state: { minWidth: 184, maxWidth: 184 },
  storeRefNo: { minWidth: 136, maxWidth: 140 },
  rma: { minWidth: 110, maxWidth: 110, priority: 4 },
  createdAt: { minWidth: 112, maxWidth: 112 },
};

/** Listed content fields, except those in the products column. */
type ContentColumn = Exclude<keyof typeof listedContent, 'product' | 'isOnlyAccessories' | 'accessories'>;

export const repairColumns: CreateColumns<RepairSummary> = (texts, place, today, isOfOneStore = false) => {
  const { t } = texts;
  const { rma, state, storeRefNo, storeName, createdAt, products } = recordColumns(repairKind, texts, place, {
    ...widths,
    storeName: { minWidth: 130, maxWidth: 160, priority: isOfOneStore ? 1 : 5 },
  });
  const contentColumns: Readonly<Record<ContentColumn, FileAndTableColumn<RepairSummary>>> = {
    serialNumber: {
      id: 'serialNumber',
      header: t('repairs.fields.serialNumber'),
      text: ({ serialNumber }) => serialNumber,
      cell: ({ serialNumber }) => <NoWrap text={serialNumber || '–'} />,
      minWidth: 142,
      maxWidth: 142,
      priority: 3,
      onPhone: 'hidden',
    },
    issue: {
      id: 'issue',
      header: t('repairs.fields.issue'),
      text: ({ issue }) => t(`repairs.issues.${issue}`),
      minWidth: 130,
      maxWidth: 150,
      priority: 2,
      onPhone: 'hidden',
    },
  };
  return [
    products,
    state,
    ...nextColumns(texts, today),
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
    columns={repairColumns}
    deadlineFilters={deadlineFilters}
    Details={RepairDetails}
  />
);
