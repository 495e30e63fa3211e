import type { RecordKindName } from '#shared/records/record.ts';
import { listedAttribute, listedFields } from '#shared/records/summaries.ts';

type Item = Record<string, unknown>;

const isMap = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A row as its table holds it: what lists show is together in one attribute, so that indexes hold a new column without being changed. */
export const itemOf = (kind: RecordKindName, row: object): Item => {
  const listed = new Set(listedFields(kind));
  const fields = Object.entries(row);
  return {
    ...Object.fromEntries(fields.filter(([name]) => !listed.has(name))),
    [listedAttribute]: Object.fromEntries(fields.filter(([name]) => listed.has(name))),
  };
};

/** The fields of a table's or an index's item side by side, wherever they stood when it was written: before they were a column or since. */
export const fieldsOf = (item: unknown): unknown => {
  if (!isMap(item)) return item;
  const { [listedAttribute]: listed, ...others } = item;
  return isMap(listed) ? { ...others, ...listed } : others;
};
