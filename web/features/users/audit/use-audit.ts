import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { users } from '#shared/routes/users.ts';
import type { AuditEvent } from '#shared/users/audit.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { call } from '#web/data/api.ts';
import { ruleContext } from '#web/data/rule-context.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { useExport } from '#web/ui/export/use-export.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { chosenExportColumns, tableColumns } from '#web/ui/list/file-and-table.ts';
import { useListView } from '#web/ui/list/list-view.ts';
import type { AskRows } from '#web/ui/list/load-rows.ts';
import { readFilters } from '#web/ui/list/read-filters.ts';
import { useList } from '#web/ui/list/use-list.ts';
import { auditColumns } from './audit-columns.tsx';

const newestFirst = { column: 'at', isDescending: true } as const;

const unfiltered = {
  action: undefined,
  by: undefined,
  person: undefined,
  from: undefined,
  to: undefined,
  sub: undefined,
};

/** What has happened to the users of the region as the address asks for it. */
export const useAudit = () => {
  const texts = useTexts();
  const { prefix, region } = usePlace();
  const session = useSession();
  const today = useToday();

  const all = useMemo(() => auditColumns(texts, { prefix, region }), [texts, prefix, region]);
  const columns = useMemo(() => tableColumns(all), [all]);
  const view = useListView(
    useLocation(),
    columns.map(({ id }) => id),
  );
  const filters = readFilters(users.listAuditEvents, region, view.params, ruleContext(session, today));
  const ask: AskRows<AuditEvent> = (page, through) => through(users.listAuditEvents, { ...filters, ...page });
  const list = useList({
    name: 'userAudit',
    view,
    columns,
    defaultSort: newestFirst,
    question: JSON.stringify(filters),
    ask,
  });

  const exporting = useExport({
    name: texts.t('users.audit.fileName'),
    title: texts.t('users.audit.sheetTitle'),
    columns: chosenExportColumns(all, list.look.columns),
    ask: (page) => ask(page, call),
  });

  const { action, by, person, from, to, sub } = filters;
  return {
    list,
    exporting,
    filters,
    today,
    isFiltered: [action, by, person, from, to, sub].some((filter) => filter !== undefined),
    clearFilters: () => {
      // The button that asked for it goes with the empty list.
      focusField(['action']);
      view.filter(unfiltered);
    },
  };
};

export type AuditState = ReturnType<typeof useAudit>;
