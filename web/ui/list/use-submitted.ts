import { useMemo } from 'react';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { call } from '#web/data/api.ts';
import { ruleContext } from '#web/data/rule-context.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { useExport } from '#web/ui/export/use-export.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import type { ListFilters, ListKind } from './list-kind.ts';
import type { Row } from './load-rows.ts';
import type { ListLocation } from './use-list-view.ts';
import { useListView } from './use-list-view.ts';
import { useList } from './use-list.ts';

const newestFirst = { column: 'createdAt', isDescending: true } as const;

const unfiltered = {
  search: undefined,
  state: undefined,
  from: undefined,
  to: undefined,
  storeId: undefined,
} satisfies Record<keyof ListFilters, undefined>;

/** The submitted records of a kind as an address asks for them: one's own store's, or for admins the region's. */
export const useSubmitted = <Item extends Row, Filters extends ListFilters>(
  kind: ListKind<Item, Filters>,
  location: ListLocation,
) => {
  const texts = useTexts();
  const { prefix, region } = usePlace();
  const session = useSession();
  const today = useToday();

  // `texts` is another object on every render; what it says only changes with the language.
  // oxlint-disable-next-line react/exhaustive-deps
  const columns = useMemo(() => kind.columns(texts, { prefix, region }), [kind, texts.language, prefix, region]);
  const view = useListView(
    location,
    columns.map(({ id }) => id),
  );
  const filters = kind.filtersOf(region, view.params, ruleContext(session, today));
  const ask = kind.ask(filters);
  const list = useList({
    name: kind.name,
    view,
    columns,
    defaultSort: newestFirst,
    question: JSON.stringify(filters),
    ask,
    isPending: kind.isPending,
    newsOf: (item) => kind.newsOf(item, texts),
  });

  const hidden = new Set(list.columnChoice.filter(({ visible }) => !visible).map(({ id }) => id));
  const exporting = useExport({
    name: texts.t(kind.words.fileName),
    title: texts.t(kind.words.sheetTitle),
    columns: kind.exportColumns(texts).filter(({ id }) => !hidden.has(id)),
    ask: (page) => ask(page, call),
  });

  const { search, state, from, to, storeId } = filters;
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

export type Submitted<Item extends Row, Filters extends ListFilters> = ReturnType<typeof useSubmitted<Item, Filters>>;
