import { repairSummary } from '#shared/repairs/repair.ts';
import { returnSummary } from '#shared/returns/return.ts';
import type { RecordKindName } from './record.ts';

const summaries = { repairs: repairSummary, returns: returnSummary } as const satisfies Record<
  RecordKindName,
  { readonly shape: object }
>;

/**
 * Fields that are separate attributes, because other code uses them by name: provider events identify records by them,
 * and lists sort by them.
 */
const separateFields: readonly string[] = ['id', 'storeRefNo', 'createdAt'];

/** Attribute with the other fields of a list, as a map. */
export const listedAttribute = 'listed';

/** Fields that no list shows, but that the statistics read from an index. */
const statisticsFields: readonly string[] = ['milestones'];

export const findListedFields = (kind: RecordKindName): string[] =>
  [...Object.keys(summaries[kind].shape), ...statisticsFields].filter((name) => !separateFields.includes(name));

/** Attributes that every list reads, independently of its columns. */
export const summaryAttributes: readonly string[] = [...separateFields, listedAttribute];

/**
 * Returns the attributes that an index projects besides its keys. New columns are added to the map
 * (docs/decisions/15).
 */
export const findProjectedAttributes = (index: { readonly partition: string; readonly sort: string }): string[] =>
  summaryAttributes.filter((name) => name !== index.partition && name !== index.sort);
