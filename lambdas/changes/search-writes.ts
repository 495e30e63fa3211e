import type { SearchItem } from '#lambdas/records/kind.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { returnKind } from '#lambdas/records/return.ts';
import type { Change } from './portal-event.ts';

export type SearchWrite = { readonly type: 'put' | 'delete'; readonly item: SearchItem };

const itemsOf = (row: Change['after']): SearchItem[] => {
  if (!row) return [];
  return 'lines' in row ? returnKind.searchItems(row) : repairKind.searchItems(row);
};

const nameOf = ({ owner, term }: SearchItem) => JSON.stringify([owner, term]);

const without = (items: readonly SearchItem[], others: readonly SearchItem[], as: (item: SearchItem) => string) => {
  const found = new Set(others.map(as));
  return items.filter((item) => !found.has(as(item)));
};

const writesOf = ({ before, after }: Change): SearchWrite[] => {
  const [old, now] = [itemsOf(before), itemsOf(after)];
  return [
    ...without(old, now, nameOf).map((item) => ({ type: 'delete', item }) as const),
    // An item may also say something else than before.
    ...without(now, old, JSON.stringify).map((item) => ({ type: 'put', item }) as const),
  ];
};

/** What changes, in their order, change in the search table: each item once, as the last of them leaves it. */
export const searchWrites = (changes: readonly Change[]): SearchWrite[] => [
  ...new Map(changes.flatMap(writesOf).map((write) => [nameOf(write.item), write])).values(),
];
