import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { users } from '#shared/routes/users.ts';
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
import type { Selection } from '#web/ui/list/row-choice.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import type { UserRow } from './user-columns.tsx';
import { userColumns } from './user-columns.tsx';

const byEmail = { column: 'email', isDescending: false } as const;

const unfiltered = {
  search: undefined,
  status: undefined,
  role: undefined,
  enabled: undefined,
  storeId: undefined,
  idleDays: undefined,
};

/** Which rows are chosen; those that no longer show don't count. */
const useSelection = (items: readonly UserRow[]) => {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set());
  const choose = useCallback((ids: readonly string[], isChosen: boolean) => {
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (isChosen) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  }, []);
  const selection = useMemo<Selection<UserRow>>(
    () => ({
      chosen,
      choose,
      labelOf: ({ email }) => t('users.list.choose', { email }),
      allLabel: t('users.list.chooseAll'),
    }),
    [chosen, choose, t],
  );
  return {
    selection,
    selected: useMemo(() => items.filter(({ id }) => chosen.has(id)), [items, chosen]),
    clear: () => setChosen(new Set()),
  };
};

/** The users of the region as the address asks for them. */
export const useUsers = () => {
  const texts = useTexts();
  const { prefix, region } = usePlace();
  const session = useSession();
  const today = useToday();
  const [now] = useState(() => new Date());

  const all = useMemo(() => userColumns(texts, { prefix, region }, now), [texts, prefix, region, now]);
  const columns = useMemo(() => tableColumns(all), [all]);
  const view = useListView(
    useLocation(),
    columns.map(({ id }) => id),
  );
  const filters = readFilters(users.listUsers, region, view.params, ruleContext(session, today));
  const ask: AskRows<UserRow> = async (page, through) => {
    const { items, ...rest } = await through(users.listUsers, { ...filters, ...page });
    return { items: items.map((user) => ({ ...user, id: user.sub })), ...rest };
  };
  const list = useList({
    name: 'users',
    view,
    columns,
    defaultSort: byEmail,
    question: JSON.stringify(filters),
    ask,
  });
  const { selection, selected, clear } = useSelection(list.items);

  const exporting = useExport({
    name: texts.t('users.list.fileName'),
    title: texts.t('users.list.sheetTitle'),
    columns: chosenExportColumns(all, list.look.columns),
    ask: (page) => ask(page, call),
  });

  const { search, status, role, enabled, storeId, idleDays } = filters;
  return {
    list,
    exporting,
    filters,
    selection,
    selected,
    /** Many users have been changed: nothing is chosen any more, and the rows are asked for anew. */
    onManyChanged: () => {
      clear();
      list.reload();
    },
    isFiltered: [search, status, role, enabled, storeId, idleDays].some((filter) => filter !== undefined),
    clearFilters: () => {
      // The button that asked for it goes with the empty list.
      focusField(['search']);
      view.filter(unfiltered);
    },
  };
};

export type UsersState = ReturnType<typeof useUsers>;
