import type { ReturnSummary } from '#shared/returns/return.ts';
import type { CreateColumns } from '#web/features/records/record-columns.tsx';
import { createRecordColumns } from '#web/features/records/record-columns.tsx';
import { SubmittedRecordsPage } from '#web/features/records/submitted-records-page.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { returnKind } from './return-kind.ts';

/** Widths in pixels. If not all columns fit, the one with the lowest priority is hidden first. */
const widths = {
  products: { minWidth: 420 },
  state: { minWidth: 152, maxWidth: 152 },
  storeRefNo: { minWidth: 104, maxWidth: 112 },
  rma: { minWidth: 94, maxWidth: 94, priority: 3 },
  createdAt: { minWidth: 76, maxWidth: 76 },
  storeName: { minWidth: 155 },
};

export const createReturnColumns: CreateColumns<ReturnSummary> = (texts, place, today, isSingleStore = false) => {
  const { t, formatNumber } = texts;
  const { rma, state, storeRefNo, storeName, createdAt, products } = createRecordColumns(
    returnKind,
    texts,
    place,
    today,
    widths,
  );
  return [
    products,
    state,
    storeRefNo,
    rma,
    createdAt,
    {
      id: 'numberOfProducts',
      header: t('returns.fields.numberOfProducts'),
      shortHeader: t('list.columns.numberOfProducts'),
      text: ({ numberOfProducts }) => formatNumber(numberOfProducts),
      order: ({ numberOfProducts }) => numberOfProducts,
      exportValue: { kind: 'number', value: ({ numberOfProducts }) => numberOfProducts },
      minWidth: 76,
      maxWidth: 76,
      priority: 2,
      phoneLayout: 'hidden',
    },
    {
      id: 'storeId',
      header: t('returns.list.storeId'),
      shortHeader: t('returns.fields.storeId'),
      text: ({ storeId }) => storeId,
      minWidth: 84,
      maxWidth: 84,
      priority: isSingleStore ? 1 : 4,
      phoneLayout: 'hidden',
    },
    { ...storeName, isOffByDefault: true },
  ];
};

const { Lazy: ReturnDetails } = createLazyComponent(
  async () => (await import('./details/return-details.tsx')).ReturnDetails,
);

export const SubmittedReturnsPage = () => (
  <SubmittedRecordsPage kind={returnKind} createColumns={createReturnColumns} Details={ReturnDetails} />
);
