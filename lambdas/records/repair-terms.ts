import type { TermKind } from '#shared/records/search.ts';
import { searchTerm } from '#shared/records/search.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';

/** Everything a search finds a repair by, as the search table spells it. `reference` is the repair's sort key. */
export const repairTerms = (
  repair: Pick<RepairSummary, 'rma' | 'storeRefNo' | 'serialNumber' | 'storeId'> & { readonly reference: string },
): string[] => {
  const values: [TermKind, string | null][] = [
    ['rma', repair.rma],
    ['reference', repair.storeRefNo],
    ['serial', repair.serialNumber],
  ];
  return values.flatMap(([kind, value]) => (value ? [searchTerm(kind, value, repair)] : []));
};
