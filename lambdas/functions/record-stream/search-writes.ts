import type { SearchItem } from '#lambdas/lib/records/record-kind.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import type { Change } from './portal-event.ts';

export type SearchWrite = { readonly type: 'put' | 'delete'; readonly item: SearchItem };

const toSearchItems = (row: Change['after']): SearchItem[] => {
  if (!row) return [];
  return 'lines' in row ? returnKind.toSearchItems(row) : repairKind.toSearchItems(row);
};

const toItemKey = ({ owner, term }: SearchItem) => JSON.stringify([owner, term]);

const excludeItems = (
  items: readonly SearchItem[],
  excludedItems: readonly SearchItem[],
  toKey: (item: SearchItem) => string,
) => {
  const excludedKeys = new Set(excludedItems.map(toKey));
  return items.filter((item) => !excludedKeys.has(toKey(item)));
};

const toWrites = ({ before, after }: Change): SearchWrite[] => {
  const oldItems = toSearchItems(before);
  const newItems = toSearchItems(after);
  return [
    ...excludeItems(oldItems, newItems, toItemKey).map((item) => ({ type: 'delete', item }) as const),
    // Whole items are compared, since an item with the same key may have changed.
    ...excludeItems(newItems, oldItems, JSON.stringify).map((item) => ({ type: 'put', item }) as const),
  ];
};

/** Returns the writes to the search table for changes in order. Each item is written once, in its last state. */
export const toSearchWrites = (changes: readonly Change[]): SearchWrite[] => [
  ...new Map(changes.flatMap(toWrites).map((write) => [toItemKey(write.item), write])).values(),
];
