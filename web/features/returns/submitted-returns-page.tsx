import type { ReturnSummary } from '#shared/returns/return.ts';
import type { ColumnsOf } from '#web/features/records/record-columns.tsx';
import { recordColumns } from '#web/features/records/record-columns.tsx';
import { SubmittedRecordsPage } from '#web/features/records/submitted-records-page.tsx';
import { lazily } from '#web/ui/lazily.tsx';
import { returnKind } from './return-kind.ts';

const widths = {
  rma: { minWidth: 116, maxWidth: 140 },
  state: { minWidth: 130, maxWidth: 160 },
  storeRefNo: { minWidth: 146, maxWidth: 180 },
  storeName: { minWidth: 130 },
  createdAt: { minWidth: 102, maxWidth: 150 },
  products: { minWidth: 232 },
};

/** The columns of the submitted returns, in their order; the store's name shows once somebody chooses it. */
export const returnColumns: ColumnsOf<ReturnSummary> = (texts, place) => {
  const { t, formatNumber } = texts;
  const { rma, state, storeRefNo, storeName, createdAt, products } = recordColumns(returnKind, texts, place, widths);
  return [
    rma,
    state,
    storeRefNo,
    { id: 'storeId', header: t('returns.list.storeId'), text: ({ storeId }) => storeId, minWidth: 104, maxWidth: 120 },
    { ...storeName, isOffAtFirst: true },
    createdAt,
    products,
    {
      id: 'numberOfProducts',
      header: t('returns.fields.numberOfProducts'),
      text: ({ numberOfProducts }) => formatNumber(numberOfProducts),
      order: ({ numberOfProducts }) => numberOfProducts,
      exported: { kind: 'number', value: ({ numberOfProducts }) => numberOfProducts },
      minWidth: 100,
      maxWidth: 120,
    },
  ];
};

const { Lazy: ReturnDetails } = lazily(async () => (await import('./details/return-details.tsx')).ReturnDetails);

/** The submitted returns, or the details of one of them. */
export const SubmittedReturnsPage = () => (
  <SubmittedRecordsPage kind={returnKind} columns={returnColumns} Details={ReturnDetails} />
);
