import type { RepairSummary } from '#shared/repairs/repair.ts';
import type { ColumnsOf } from '#web/features/records/record-columns.tsx';
import { recordColumns } from '#web/features/records/record-columns.tsx';
import { SubmittedRecordsPage } from '#web/features/records/submitted-records-page.tsx';
import { InOne } from '#web/ui/in-one.tsx';
import { lazily } from '#web/ui/lazily.tsx';
import { repairKind } from './repair-kind.ts';

/** All columns fit beside the drawer in 1280 pixels less a scrollbar of 17, with the longest words of three languages. */
const widths = {
  rma: { minWidth: 110, maxWidth: 140 },
  state: { minWidth: 132, maxWidth: 180 },
  storeRefNo: { minWidth: 122, maxWidth: 150 },
  storeName: { minWidth: 112 },
  createdAt: { minWidth: 108, maxWidth: 150 },
  products: { minWidth: 107 },
};

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
      minWidth: 114,
    },
    {
      id: 'serialNumber',
      header: t('repairs.fields.serialNumber'),
      text: ({ serialNumber }) => serialNumber,
      cell: ({ serialNumber }) => <InOne text={serialNumber || '–'} />,
      minWidth: 136,
      maxWidth: 170,
    },
  ];
};

const { Lazy: RepairDetails } = lazily(async () => (await import('./details/repair-details.tsx')).RepairDetails);

/** The submitted repairs, or the details of one of them. */
export const SubmittedRepairsPage = () => (
  <SubmittedRecordsPage kind={repairKind} columns={repairColumns} Details={RepairDetails} />
);
