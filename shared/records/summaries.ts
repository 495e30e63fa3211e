import { repairSummary } from '#shared/repairs/repair.ts';
import { returnSummary } from '#shared/returns/return.ts';
import type { RecordKindName } from './record.ts';

/** What lists show of each kind. */
const summaries = { repairs: repairSummary, returns: returnSummary } as const satisfies Record<
  RecordKindName,
  { readonly shape: object }
>;

/** What lists show and others ask for by name: the provider names records by it, lists sort by it. */
const byName: readonly string[] = ['id', 'storeRefNo', 'createdAt'];

/** The one attribute that holds the rest of what lists show, as a map. */
export const listedAttribute = 'listed';

/** What stands in the map. */
export const listedFields = (kind: RecordKindName): string[] =>
  Object.keys(summaries[kind].shape).filter((name) => !byName.includes(name));

/** The attributes that a list needs, whatever it shows. */
export const summaryAttributes: readonly string[] = [...byName, listedAttribute];

/**
 * The attributes that an index of records holds beside the keys: what lists show, and nothing else, so that a page costs the same
 * however much has happened to a record. They never change: a new column is one more field of the map (docs/decisions/15-why-does-a-new-column-change-no-index.md).
 */
export const projectedAttributes = (index: { readonly partition: string; readonly sort: string }): string[] =>
  summaryAttributes.filter((name) => name !== index.partition && name !== index.sort);
