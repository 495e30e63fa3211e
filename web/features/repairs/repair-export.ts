import { isPending } from '#shared/repairs/lifecycle.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import type { Texts } from '#web/language/i18n.ts';
import type { ExportColumn } from '#web/ui/export/export-column.ts';
import { productsLabel } from './repair-labels.ts';

/** The columns of an exported list of repairs: those of the table, and the store's id. `id` is that of the table's column. */
export const repairExportColumns = (
  texts: Texts,
): readonly (ExportColumn<RepairSummary> & { readonly id: string })[] => {
  const { t } = texts;
  return [
    {
      id: 'rma',
      header: t('repairs.fields.rma'),
      kind: 'text',
      value: (repair) => repair.rma ?? (isPending(repair) ? t('repairs.pending') : null),
    },
    {
      id: 'state',
      header: t('repairs.details.state'),
      kind: 'text',
      value: ({ state }) => t(`repairs.states.${state}`),
    },
    { id: 'storeRefNo', header: t('repairs.fields.storeRefNo'), kind: 'text', value: ({ storeRefNo }) => storeRefNo },
    { id: 'storeId', header: t('export.repairs.storeId'), kind: 'text', value: ({ storeId }) => storeId },
    { id: 'storeName', header: t('repairs.fields.storeName'), kind: 'text', value: ({ storeName }) => storeName },
    { id: 'createdAt', header: t('repairs.fields.createdAt'), kind: 'instant', value: ({ createdAt }) => createdAt },
    {
      id: 'products',
      header: t('repairs.fields.products'),
      kind: 'text',
      value: (repair) => productsLabel(repair, texts),
    },
    {
      id: 'issue',
      header: t('repairs.fields.issue'),
      kind: 'text',
      value: ({ issue }) => t(`repairs.issues.${issue}`),
    },
    {
      id: 'serialNumber',
      header: t('repairs.fields.serialNumber'),
      kind: 'text',
      value: ({ serialNumber }) => serialNumber,
    },
  ];
};
