import type { TableProps } from '@cloudscape-design/components/table';
import { regions } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { productsLabel } from './repair-labels.ts';
import type { Texts } from './repair-labels.ts';
import { RmaLink } from './rma-link.tsx';

/** The columns of the submitted repairs (specification, section 3), in their order. */
export const repairColumns = (texts: Texts, region: RegionId): TableProps.ColumnDefinition<Repair>[] => {
  const { t, formatInstant } = texts;
  const { timeZone } = regions[region];
  return [
    { id: 'rma', header: t('repairs.fields.rma'), cell: ({ rma }) => <RmaLink rma={rma} />, minWidth: 100 },
    { id: 'storeRefNo', header: t('repairs.fields.storeRefNo'), cell: ({ storeRefNo }) => storeRefNo, isRowHeader: true, minWidth: 120 },
    { id: 'storeName', header: t('repairs.fields.storeName'), cell: ({ storeName }) => storeName, minWidth: 110 },
    { id: 'createdAt', header: t('repairs.fields.createdAt'), cell: ({ createdAt }) => formatInstant(createdAt, timeZone), minWidth: 110 },
    { id: 'products', header: t('repairs.fields.products'), cell: (repair) => productsLabel(repair, texts), minWidth: 170 },
    { id: 'issue', header: t('repairs.fields.issue'), cell: ({ issue }) => t(`repairs.issues.${issue}`), minWidth: 120 },
    { id: 'serialNumber', header: t('repairs.fields.serialNumber'), cell: ({ serialNumber }) => serialNumber || '–', minWidth: 140 },
  ];
};
