import { searchOwner } from '#shared/search.ts';
import type { RepairRow } from '#lambdas/lib/repair-row.ts';
import { repairTerms } from '#lambdas/lib/repair-terms.ts';
import type { Change } from './change.ts';

/** What a record is found by: whose search finds it, by which term, and where the record is. */
export type SearchItem = { readonly owner: string; readonly term: string; readonly store: string; readonly reference: string };

export type SearchWrite = { readonly type: 'put' | 'delete'; readonly item: SearchItem };

const itemsOf = (row: RepairRow): SearchItem[] => {
  const owners = [searchOwner('repairs', row.region, row.storeId), searchOwner('repairs', row.region)];
  return owners.flatMap((owner) => repairTerms(row).map((term) => ({ owner, term, store: row.store, reference: row.reference })));
};

const nameOf = ({ owner, term }: SearchItem) => JSON.stringify([owner, term]);

const without = (items: readonly SearchItem[], others: readonly SearchItem[]) => {
  const names = new Set(others.map(nameOf));
  return items.filter((item) => !names.has(nameOf(item)));
};

const writesOf = ({ before, after }: Change): SearchWrite[] => {
  const [old, now] = [before ? itemsOf(before) : [], after ? itemsOf(after) : []];
  return [
    ...without(old, now).map((item) => ({ type: 'delete', item }) as const),
    ...without(now, old).map((item) => ({ type: 'put', item }) as const),
  ];
};

/** What changes, in their order, change in the search table: each item once, as the last of them leaves it. */
export const searchWrites = (changes: readonly Change[]): SearchWrite[] => [
  ...new Map(changes.flatMap(writesOf).map((write) => [nameOf(write.item), write])).values(),
];
