import type { RecordKindName } from '#shared/records/record.ts';
import { listedAttribute, findListedFields } from '#shared/records/summaries.ts';

/** Item of a table, by attribute. */
export type Item = Record<string, unknown>;

const isMap = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a row as stored in its table. The fields shown in lists share one map attribute, so that indexes project a new column without a change. */
export const toItem = (kind: RecordKindName, row: object): Item => {
  const listedNames = new Set(findListedFields(kind));
  const fields = Object.entries(row);
  return {
    ...Object.fromEntries(fields.filter(([name]) => !listedNames.has(name))),
    [listedAttribute]: Object.fromEntries(fields.filter(([name]) => listedNames.has(name))),
  };
};

/** Returns the flat fields of a table or index item, including items written before a field became a list column or stopped being one. */
export const fromItem = (item: unknown): unknown => {
  if (!isMap(item)) return item;
  const { [listedAttribute]: listed, ...otherFields } = item;
  return isMap(listed) ? { ...otherFields, ...listed } : otherFields;
};
