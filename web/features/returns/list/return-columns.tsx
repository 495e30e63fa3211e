import type { Place } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import type { ReturnSummary } from '#shared/returns/return.ts';
import { returnAddress } from '#web/features/returns/return-address.ts';
import { productsLabel, rmaLabel } from '#web/features/returns/return-labels.ts';
import type { Texts } from '#web/language/i18n.ts';
import type { ListColumn } from '#web/ui/list/list-column.ts';
import { RecordLink } from '#web/ui/record/record-link.tsx';
import { ReturnStateLabel } from './return-state-label.tsx';

/** The columns of the submitted returns (specification, section 3) in their order, the state, and the store's name for whoever wants it. */
export const returnColumns = (texts: Texts, here: Place): readonly ListColumn<ReturnSummary>[] => {
  const { t, formatInstant, formatNumber } = texts;
  const { timeZone } = regions[here.region];
  return [
    // Sorted, those without a number stand together at the end.
    {
      id: 'rma',
      header: t('returns.list.rma'),
      text: ({ rma }) => rma ?? '',
      cell: (record) => rmaLabel(record, texts),
      minWidth: 112,
    },
    {
      id: 'state',
      header: t('returns.list.state'),
      text: ({ state }) => t(`returns.states.${state}`),
      cell: ({ state }) => <ReturnStateLabel state={state} />,
      minWidth: 118,
    },
    {
      id: 'storeRefNo',
      header: t('returns.fields.storeRefNo'),
      text: ({ storeRefNo }) => storeRefNo,
      cell: (record) => (
        <RecordLink href={returnAddress(here, record)} id={record.id}>
          {record.storeRefNo}
        </RecordLink>
      ),
      isRowHeader: true,
      minWidth: 146,
    },
    { id: 'storeId', header: t('returns.list.storeId'), text: ({ storeId }) => storeId, minWidth: 104 },
    {
      id: 'storeName',
      header: t('returns.list.storeName'),
      text: ({ storeName }) => storeName,
      minWidth: 130,
      isOffAtFirst: true,
    },
    {
      id: 'createdAt',
      header: t('returns.list.createdAt'),
      text: ({ createdAt }) => formatInstant(createdAt, timeZone),
      order: ({ createdAt }) => Date.parse(createdAt),
      minWidth: 100,
    },
    {
      id: 'products',
      header: t('returns.list.products'),
      text: (record) => productsLabel(record, texts),
      minWidth: 260,
    },
    {
      id: 'numberOfProducts',
      header: t('returns.list.numberOfProducts'),
      text: ({ numberOfProducts }) => formatNumber(numberOfProducts),
      order: ({ numberOfProducts }) => numberOfProducts,
      minWidth: 100,
    },
  ];
};
