import type { RepairRow } from '#lambdas/records/repair-row.ts';
import { repairTerms } from '#lambdas/records/repair-terms.ts';
import type { ReturnSearchItem } from '#lambdas/records/return-search.ts';
import { returnSearchItems } from '#lambdas/records/return-search.ts';
import { searchOwner } from '#shared/records/search.ts';
import type { Change } from './change.ts';

/** What a record is found by: whose search finds it, by which term, and where the record is. */
export type SearchItem =
  | { readonly owner: string; readonly term: string; readonly store: string; readonly reference: string }
  | ReturnSearchItem;

export type SearchWrite = { readonly type: 'put' | 'delete'; readonly item: SearchItem };

const repairItems = (row: RepairRow): SearchItem[] => {
  const owners = [searchOwner('repairs', row.region, row.storeId), searchOwner('repairs', row.region)];
  return owners.flatMap((owner) =>
    repairTerms(row).map((term) => ({ owner, term, store: row.store, reference: row.reference })),
  );
};

const itemsOf = ({ kind, before, after }: Change): { readonly old: SearchItem[]; readonly now: SearchItem[] } =>
  kind === 'return'
    ? { old: before ? returnSearchItems(before) : [], now: after ? returnSearchItems(after) : [] }
    : { old: before ? repairItems(before) : [], now: after ? repairItems(after) : [] };

const nameOf = ({ owner, term }: SearchItem) => JSON.stringify([owner, term]);

const without = (items: readonly SearchItem[], others: readonly SearchItem[], as: (item: SearchItem) => string) => {
  const found = new Set(others.map(as));
  return items.filter((item) => !found.has(as(item)));
};

const writesOf = (change: Change): SearchWrite[] => {
  const { old, now } = itemsOf(change);
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
