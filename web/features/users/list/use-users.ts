import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { users } from '#shared/routes/users.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { Selection } from '#web/ui/list/row-choice.tsx';
import { useRouteList } from '#web/ui/list/use-route-list.ts';
import type { UserRow } from './user-columns.tsx';
import { userColumns } from './user-columns.tsx';

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
  const [now] = useState(() => new Date());
  const list = useRouteList({
    name: 'users',
    route: users.listUsers,
    ask: async (input, through) => {
      const { items, ...rest } = await through(users.listUsers, input);
      return { items: items.map((user) => ({ ...user, id: user.sub })), ...rest };
    },
    location: useLocation(),
    columns: useMemo(() => userColumns(texts, { prefix, region }, now), [texts, prefix, region, now]),
    order: () => ({ column: 'email', isDescending: false }),
    file: { name: texts.t('users.list.fileName'), title: texts.t('users.list.sheetTitle') },
    firstFilter: 'search',
  });
  const { selection, selected, clear } = useSelection(list.items);
  return {
    list,
    selection,
    selected,
    /** Many users have been changed: nothing is chosen any more, and the rows are asked for anew. */
    onManyChanged: () => {
      clear();
      list.reload();
    },
  };
};

export type UsersState = ReturnType<typeof useUsers>;
