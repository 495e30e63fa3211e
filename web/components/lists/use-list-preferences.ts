import { useMemo } from 'react';
import { limits } from '#shared/config/limits.ts';
import type { ListColumn } from './list-column.ts';
import type { ListPreferencesValue } from './list-preferences.tsx';
import type { ListViewState } from './list-view.ts';
import { applyColumnChoice, useRememberedList } from './remembered-list.ts';

type Preferences = {
  /** The size (rows per page) comes from the URL, else from the remembered choice, else from the default. */
  readonly preferences: ListPreferencesValue;
  /** Remembers the preferences; another size goes to the first page. */
  readonly setPreferences: (preferences: ListPreferencesValue) => void;
};

/** Preferences of a list, which the browser remembers for each user under the list's name. */
export const useListPreferences = (
  name: string,
  columns: readonly ListColumn<never>[],
  view: ListViewState,
): Preferences => {
  const [rememberedList, remember] = useRememberedList(name);
  const size = view.size ?? rememberedList.size ?? limits.page.default;
  const columnChoice = useMemo(
    () => applyColumnChoice(columns, rememberedList.columns),
    [columns, rememberedList.columns],
  );
  return {
    preferences: { size, columns: columnChoice, isCompact: rememberedList.isCompact ?? false },
    setPreferences: (preferences) => {
      remember(preferences);
      if (preferences.size !== size) view.resize(preferences.size);
    },
  };
};
