import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { searchOwner, searchTerm } from '#shared/records/search.ts';
import type { TermKind } from '#shared/records/search.ts';
import { repairRankOf, repairStateOf } from '#shared/repairs/lifecycle.ts';
import { repair, repairSummary } from '#shared/repairs/repair.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { fieldsOf } from './item.ts';
import type { Derived, RecordKind } from './kind.ts';
import { derivedOf, rowFields } from './kind.ts';

/** A row of the repairs table. */
const repairRow = z.extend(repair, rowFields);
export type RepairRow = z.output<typeof repairRow>;

/** What the table's indexes hold of a row. */
const repairIndexRow = z.extend(repairSummary, { reference: z.string() });
export type RepairIndexRow = z.output<typeof repairIndexRow>;

/** A row out of what is known of a repair: its keys, its state and its RMA number follow, and nothing else gets in. */
export const newRepairRow = (facts: Omit<RepairRow, Derived>): RepairRow =>
  repairRow.parse({ ...facts, ...derivedOf(facts, repairStateOf(facts.timeline)) });

/** Everything a search finds a repair by, as the search table spells it. `reference` is the repair's sort key. */
export const repairTerms = (
  row: Pick<RepairSummary, 'rma' | 'storeRefNo' | 'serialNumber' | 'storeId'> & { readonly reference: string },
): string[] => {
  const values: [TermKind, string | null][] = [
    ['rma', row.rma],
    ['reference', row.storeRefNo],
    ['serial', row.serialNumber],
  ];
  return values.flatMap(([kind, value]) => (value ? [searchTerm(kind, value, row)] : []));
};

export const repairKind: RecordKind<RepairRow, RepairIndexRow> = {
  name: 'repairs',
  parse: (item) => repairRow.parse(fieldsOf(item)),
  parseIndexRow: (item) => repairIndexRow.parse(fieldsOf(item)),
  renew: newRepairRow,
  rankOf: repairRankOf,
  mostEntries: limits.timelineEntries,
  exists: 'RepairRequestExists',
  refusals: { changed: 'RepairChanged', notPending: 'RepairNotPending' },
  withdrawn: (done) => ({ type: 'withdrawn', ...done }),
  searchItems: (row) => {
    const { region, storeId, store, reference } = row;
    const owners = [searchOwner('repairs', region, storeId), searchOwner('repairs', region)];
    return owners.flatMap((owner) => repairTerms(row).map((term) => ({ owner, term, store, reference })));
  },
};
