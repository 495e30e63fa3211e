import type { listedContent } from '#shared/repairs/content.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import type { ColumnsOf } from '#web/features/records/record-columns.tsx';
import { recordColumns } from '#web/features/records/record-columns.tsx';
import { SubmittedRecordsPage } from '#web/features/records/submitted-records-page.tsx';
import { lazily } from '#web/ui/lazily.tsx';
import type { FileAndTableColumn } from '#web/ui/list/file-and-table.ts';
import { NoWrap } from '#web/ui/no-wrap.tsx';
import { nextColumns } from './promises/next-columns.tsx';
import { repairKind } from './repair-kind.ts';

/** Beside the drawer in 1280 pixels less a scrollbar of 17 there is room for all but two, with the longest words of three languages. */
const widths = {
  products: { minWidth: 212 },
  state: { minWidth: 184, maxWidth: 184 },
  storeRefNo: { minWidth: 136, maxWidth: 140 },
  rma: { minWidth: 110, maxWidth: 110, worth: 4 },
  createdAt: { minWidth: 112, maxWidth: 112 },
};

/** What lists show of a repair, but for what its products' column says. */
type OwnColumn = Exclude<keyof typeof listedContent, 'product' | 'isOnlyAccessories' | 'accessories'>;

/** The columns of the submitted repairs, in their order; a file has the store's id, too. */
export const repairColumns: ColumnsOf<RepairSummary> = (texts, place, today, isOfOneStore = false) => {
  const { t } = texts;
  const { rma, state, storeRefNo, storeName, createdAt, products } = recordColumns(repairKind, texts, place, {
    ...widths,
    storeName: { minWidth: 130, maxWidth: 160, worth: isOfOneStore ? 1 : 5 },
  });
  const own: Readonly<Record<OwnColumn, FileAndTableColumn<RepairSummary>>> = {
    serialNumber: {
      id: 'serialNumber',
      header: t('repairs.fields.serialNumber'),
      text: ({ serialNumber }) => serialNumber,
      cell: ({ serialNumber }) => <NoWrap text={serialNumber || '–'} />,
      minWidth: 142,
      maxWidth: 142,
      worth: 3,
      onPhone: 'hidden',
    },
    issue: {
      id: 'issue',
      header: t('repairs.fields.issue'),
      text: ({ issue }) => t(`repairs.issues.${issue}`),
      minWidth: 130,
      maxWidth: 150,
      worth: 2,
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
    ...Object.values(own),
    { id: 'storeId', header: t('repairs.fields.storeId'), text: ({ storeId }) => storeId, isExportOnly: true },
    storeName,
  ];
};

const { Lazy: RepairDetails } = lazily(async () => (await import('./details/repair-details.tsx')).RepairDetails);

/** The submitted repairs, or the details of one of them. */
export const SubmittedRepairsPage = () => (
  <SubmittedRecordsPage kind={repairKind} columns={repairColumns} Details={RepairDetails} />
);
