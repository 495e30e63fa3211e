import type { ReturnSummary } from '#shared/returns/return.ts';
import { productsLabel, rmaLabel } from '#web/features/returns/return-labels.ts';
import type { Texts } from '#web/language/i18n.ts';
import type { ExportColumn } from '#web/ui/export/export-column.ts';

/** The columns of an exported list of returns: those of the table. */
export const returnExportColumns = (
  texts: Texts,
): readonly (ExportColumn<ReturnSummary> & { readonly id: string })[] => {
  const { t } = texts;
  return [
    { id: 'rma', header: t('returns.list.rma'), kind: 'text', value: (record) => rmaLabel(record, texts) },
    { id: 'state', header: t('returns.list.state'), kind: 'text', value: ({ state }) => t(`returns.states.${state}`) },
    { id: 'storeRefNo', header: t('returns.fields.storeRefNo'), kind: 'text', value: ({ storeRefNo }) => storeRefNo },
    { id: 'storeId', header: t('returns.list.storeId'), kind: 'text', value: ({ storeId }) => storeId },
    { id: 'storeName', header: t('returns.list.storeName'), kind: 'text', value: ({ storeName }) => storeName },
    { id: 'createdAt', header: t('returns.list.createdAt'), kind: 'instant', value: ({ createdAt }) => createdAt },
    {
      id: 'products',
      header: t('returns.list.products'),
      kind: 'text',
      value: (record) => productsLabel(record, texts),
    },
    {
      id: 'numberOfProducts',
      header: t('returns.list.numberOfProducts'),
      kind: 'number',
      value: ({ numberOfProducts }) => numberOfProducts,
    },
  ];
};
