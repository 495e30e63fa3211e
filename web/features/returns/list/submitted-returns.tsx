import type { ReturnSummary } from '#shared/returns/return.ts';
import { returnStates } from '#shared/returns/return.ts';
import type { Parsed } from '#shared/route.ts';
import { returns } from '#shared/routes/returns.ts';
import { isPending, returnNews } from '#web/features/returns/return-labels.ts';
import type { ListKind } from '#web/ui/list/list-kind.ts';
import { readFilters } from '#web/ui/list/read-filters.ts';
import { NoReturnsYet } from './no-returns-yet.tsx';
import { returnColumns } from './return-columns.tsx';
import { returnExportColumns } from './return-export.ts';

type Filters = Parsed<typeof returns.listReturns>;

export const submittedReturns: ListKind<ReturnSummary, Filters> = {
  name: 'returns',
  filtersOf: (region, params, context) => readFilters(returns.listReturns, region, params, context),
  ask: (filters) => (page, through) => through(returns.listReturns, { ...filters, ...page }),
  columns: returnColumns,
  exportColumns: returnExportColumns,
  isPending,
  newsOf: returnNews,
  states: ({ t }) => returnStates.map((value) => ({ value, label: t(`returns.states.${value}`) })),
  empty: <NoReturnsYet />,
  words: {
    title: 'returns.list.title',
    loading: 'returns.list.loading',
    searchHint: 'returns.list.searchHint',
    state: 'returns.list.state',
    allStates: 'returns.list.allStates',
    fileName: 'returns.list.fileName',
    sheetTitle: 'returns.list.sheetTitle',
  },
};
