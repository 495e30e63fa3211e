import { repairSummary } from '#shared/repairs/repair.ts';
import { returnSummary } from '#shared/returns/return.ts';
import type { RecordKindName } from './record.ts';

const summaries = { repairs: repairSummary, returns: returnSummary } as const satisfies Record<
  RecordKindName,
  { readonly shape: object }
>;

/** What lists show and others ask for by name: the provider names records by it, lists sort by it. */
const byName: readonly string[] = ['id', 'storeRefNo', 'createdAt'];

/** The one attribute that holds the rest of what lists show, as a map. */
export const listedAttribute = 'listed';

export const listedFields = (kind: RecordKindName): string[] =>
  Object.keys(summaries[kind].shape).filter((name) => !byName.includes(name));

/** The attributes that a list needs, whatever it shows. */
export const summaryAttributes: readonly string[] = [...byName, listedAttribute];

/** What an index holds beside its keys: what lists show. A new column is a field of the map (docs/decisions/15). */
export const projectedAttributes = (index: { readonly partition: string; readonly sort: string }): string[] =>
  summaryAttributes.filter((name) => name !== index.partition && name !== index.sort);
