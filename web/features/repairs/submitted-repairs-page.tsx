import type { RepairSummary } from '#shared/repairs/repair.ts';
import type { ColumnsOf } from '#web/features/records/record-columns.tsx';
import { recordColumns } from '#web/features/records/record-columns.tsx';
import { SubmittedRecordsPage } from '#web/features/records/submitted-records-page.tsx';
import { lazily } from '#web/ui/lazily.tsx';
import { repairKind } from './repair-kind.ts';

const widths = { rma: 108, state: 132, storeRefNo: 118, storeName: 122, createdAt: 106, products: 112 };

/** The columns of the submitted repairs, in their order; a file has the store's id, too. */
export const repairColumns: ColumnsOf<RepairSummary> = (texts, place) => {
  const { t } = texts;
  const { rma, state, storeRefNo, storeName, createdAt, products } = recordColumns(repairKind, texts, place, widths);
  return [
    rma,
    state,
    storeRefNo,
    { id: 'storeId', header: t('repairs.fields.storeId'), text: ({ storeId }) => storeId, isExportOnly: true },
    storeName,
    createdAt,
    products,
    {
      id: 'issue',
      header: t('repairs.fields.issue'),
      text: ({ issue }) => t(`repairs.issues.${issue}`),
      minWidth: 118,
    },
    {
      id: 'serialNumber',
      header: t('repairs.fields.serialNumber'),
      text: ({ serialNumber }) => serialNumber,
      cell: ({ serialNumber }) => serialNumber || '–',
      minWidth: 142,
    },
  ];
};

const { Lazy: RepairDetails } = lazily(async () => (await import('./details/repair-details.tsx')).RepairDetails);

/** The submitted repairs, or the details of one of them. */
export const SubmittedRepairsPage = () => (
  <SubmittedRecordsPage kind={repairKind} columns={repairColumns} Details={RepairDetails} />
);
