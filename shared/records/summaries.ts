import { repairSummary } from '#shared/repairs/repair.ts';
import { returnSummary } from '#shared/returns/return.ts';
import type { RecordKindName } from './record.ts';

/** What lists show of each kind. */
const summaries = { repairs: repairSummary, returns: returnSummary } as const satisfies Record<
  RecordKindName,
  { readonly shape: object }
>;

/**
 * The attributes that an index of records holds beside the keys: what lists show, and nothing else, so that a page costs the same
 * however much has happened to a record.
 */
export const projectedAttributes = (
  kind: RecordKindName,
  index: { readonly partition: string; readonly sort: string },
): string[] => Object.keys(summaries[kind].shape).filter((name) => name !== index.partition && name !== index.sort);
