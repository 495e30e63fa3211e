import { repairStates } from '#shared/repairs/lifecycle.ts';
import { isPending } from '#shared/repairs/lifecycle.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import type { Parsed } from '#shared/route.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { NoRepairsYet } from '#web/features/repairs/no-repairs-yet.tsx';
import { repairExportColumns } from '#web/features/repairs/repair-export.ts';
import { repairNews } from '#web/features/repairs/repair-labels.ts';
import type { ListKind } from '#web/ui/list/list-kind.ts';
import { readFilters } from '#web/ui/list/read-filters.ts';
import { repairColumns } from './repair-columns.tsx';

type Filters = Parsed<typeof repairs.listRepairs>;

export const submittedRepairs: ListKind<RepairSummary, Filters> = {
  name: 'repairs',
  filtersOf: (region, params, context) => readFilters(repairs.listRepairs, region, params, context),
  ask: (filters) => (page, through) => through(repairs.listRepairs, { ...filters, ...page }),
  columns: repairColumns,
  exportColumns: repairExportColumns,
  isPending,
  newsOf: repairNews,
  states: ({ t }) => repairStates.map((value) => ({ value, label: t(`repairs.states.${value}`) })),
  empty: <NoRepairsYet />,
  words: {
    title: 'repairs.list.title',
    loading: 'repairs.loading',
    searchHint: 'repairs.list.searchHint',
    state: 'repairs.details.state',
    allStates: 'repairs.list.allStates',
    fileName: 'export.repairs.fileName',
    sheetTitle: 'export.repairs.title',
  },
};
