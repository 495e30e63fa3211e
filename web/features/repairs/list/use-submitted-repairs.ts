import { useMemo, useState } from 'react';
import { calendarDate } from '#shared/dates.ts';
import { regions } from '#shared/regions.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { call } from '#web/api.ts';
import { repairExportColumns } from '#web/features/repairs/repair-export.ts';
import { useHere } from '#web/here.ts';
import { useTexts } from '#web/i18n.ts';
import { ruleContext } from '#web/rule-context.ts';
import { useSession } from '#web/session.ts';
import { useExport } from '#web/ui/export/use-export.ts';
import { focusField } from '#web/ui/focus-field.ts';
import type { AskRows } from '#web/ui/list/load-rows.ts';
import { readFilters } from '#web/ui/list/read-filters.ts';
import { useList } from '#web/ui/list/use-list.ts';
import type { ListLocation } from '#web/ui/list/use-list-view.ts';
import { useListView } from '#web/ui/list/use-list-view.ts';
import { isPending } from './pending.ts';
import { repairColumnIds, repairColumns } from './repair-columns.tsx';

const newestFirst = { column: 'createdAt', isDescending: true } as const;

const unfiltered = { search: undefined, state: undefined, from: undefined, to: undefined, storeId: undefined };

/** The submitted repairs as an address asks for them: one's own store's, or for admins the region's. */
export const useSubmittedRepairs = (location: ListLocation) => {
  const texts = useTexts();
  const { prefix, region } = useHere();
  const session = useSession();
  const [today] = useState(() => calendarDate(new Date(), regions[region].timeZone));

  const view = useListView(location, repairColumnIds);
  const filters = readFilters(repairs.listRepairs, region, view.params, ruleContext(session, today));
  const { search, state, from, to, storeId } = filters;
  // `texts` is another object on every render; what it says only changes with the language.
  // oxlint-disable-next-line react/exhaustive-deps
  const columns = useMemo(() => repairColumns(texts, { prefix, region }), [texts.language, prefix, region]);
  const ask: AskRows<RepairSummary> = (page, through) => through(repairs.listRepairs, { ...filters, ...page });
  const list = useList({
    name: 'repairs',
    view,
    columns,
    defaultSort: newestFirst,
    question: JSON.stringify(filters),
    ask,
    isPending,
    newsOf: ({ rma, storeRefNo }) => texts.t('repairs.list.arrived', { rma: rma ?? '', reference: storeRefNo }),
  });

  const hidden = new Set(list.columnChoice.filter(({ visible }) => !visible).map(({ id }) => id));
  const exporting = useExport({
    name: texts.t('export.repairs.fileName'),
    title: texts.t('export.repairs.title'),
    columns: repairExportColumns(texts).filter(({ id }) => !hidden.has(id)),
    ask: (page) => ask(page, call),
  });

  return {
    list,
    exporting,
    filters,
    today,
    isAdmin: session?.isAdminUser ?? false,
    isFiltered: [search, state, from, to, storeId].some((filter) => filter !== undefined),
    clearFilters: () => {
      // The button that asked for it goes with the empty list.
      focusField(['search']);
      view.filter(unfiltered);
    },
  };
};

export type SubmittedRepairs = ReturnType<typeof useSubmittedRepairs>;
