import type { Place } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import { isPending } from '#shared/repairs/lifecycle.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { repairAddress } from '#web/features/repairs/repair-address.ts';
import { productsLabel } from '#web/features/repairs/repair-labels.ts';
import type { Texts } from '#web/features/repairs/repair-labels.ts';
import { RmaLink } from '#web/features/repairs/rma-link.tsx';
import type { ListColumn } from '#web/ui/list/list-column.ts';
import { RecordLink } from '#web/ui/record/record-link.tsx';
import { RepairStateLabel } from './repair-state-label.tsx';

/** The columns of the submitted repairs (specification, section 3), in their order, and the state. */
export const repairColumns = (texts: Texts, here: Place): readonly ListColumn<RepairSummary>[] => {
  const { t, formatInstant } = texts;
  const { timeZone } = regions[here.region];
  return [
    {
      id: 'rma',
      header: t('repairs.fields.rma'),
      text: ({ rma }) => rma ?? '',
      cell: (repair) => (repair.rma === null && !isPending(repair) ? '–' : <RmaLink rma={repair.rma} />),
      minWidth: 108,
    },
    {
      id: 'state',
      header: t('repairs.details.state'),
      text: ({ state }) => t(`repairs.states.${state}`),
      cell: ({ state }) => <RepairStateLabel state={state} />,
      minWidth: 132,
    },
    {
      id: 'storeRefNo',
      header: t('repairs.fields.storeRefNo'),
      text: ({ storeRefNo }) => storeRefNo,
      cell: (repair) => (
        <RecordLink href={repairAddress(here, repair)} id={repair.id}>
          {repair.storeRefNo}
        </RecordLink>
      ),
      isRowHeader: true,
      minWidth: 118,
    },
    { id: 'storeName', header: t('repairs.fields.storeName'), text: ({ storeName }) => storeName, minWidth: 122 },
    {
      id: 'createdAt',
      header: t('repairs.fields.createdAt'),
      text: ({ createdAt }) => formatInstant(createdAt, timeZone),
      order: ({ createdAt }) => Date.parse(createdAt),
      minWidth: 106,
    },
    {
      id: 'products',
      header: t('repairs.fields.products'),
      text: (repair) => productsLabel(repair, texts),
      minWidth: 112,
    },
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
