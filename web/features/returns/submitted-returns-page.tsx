import type { ReturnSummary } from '#shared/returns/return.ts';
import type { CreateColumns } from '#web/features/records/record-columns.tsx';
import { recordColumns } from '#web/features/records/record-columns.tsx';
import { SubmittedRecordsPage } from '#web/features/records/submitted-records-page.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { returnKind } from './return-kind.ts';

const widths = {
  products: { minWidth: 250 },
  state: { minWidth: 140, maxWidth: 160 },
  storeRefNo: { minWidth: 146, maxWidth: 180 },
  rma: { minWidth: 116, maxWidth: 140, priority: 3 },
  createdAt: { minWidth: 108, maxWidth: 130 },
  storeName: { minWidth: 130 },
};

export const returnColumns: CreateColumns<ReturnSummary> = (texts, place, _today, isOfOneStore = false) => {
  const { t, formatNumber } = texts;
  const { rma, state, storeRefNo, storeName, createdAt, products } = recordColumns(returnKind, texts, place, widths);
  return [
    products,
    state,
    storeRefNo,
    rma,
    createdAt,
    {
      id: 'numberOfProducts',
      header: t('returns.fields.numberOfProducts'),
      text: ({ numberOfProducts }) => formatNumber(numberOfProducts),
      order: ({ numberOfProducts }) => numberOfProducts,
      exported: { kind: 'number', value: ({ numberOfProducts }) => numberOfProducts },
      minWidth: 100,
      maxWidth: 120,
      priority: 2,
      onPhone: 'hidden',
    },
    {
      id: 'storeId',
      header: t('returns.list.storeId'),
      text: ({ storeId }) => storeId,
      minWidth: 104,
      maxWidth: 120,
      priority: isOfOneStore ? 1 : 4,
      onPhone: 'hidden',
    },
    { ...storeName, isOffByDefault: true },
  ];
};

const { Lazy: ReturnDetails } = createLazyComponent(
  async () => (await import('./details/return-details.tsx')).ReturnDetails,
);

export const SubmittedReturnsPage = () => (
  <SubmittedRecordsPage kind={returnKind} columns={returnColumns} Details={ReturnDetails} />
);
