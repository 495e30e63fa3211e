import { shownText, typedText } from '#lambdas/spreadsheets/cell-text.ts';
import { valueOf } from '#lambdas/spreadsheets/columns.ts';
import { memoize } from '#lambdas/spreadsheets/memoize.ts';
import type { Row } from '#lambdas/spreadsheets/table.ts';
import * as field from '#shared/fields.ts';
import { normaliseReference } from '#shared/records/record.ts';
import type { StoreRows } from '#shared/returns/file/report.ts';
import type { Places } from './columns.ts';

/** What a report repeats of a store or a reference: more than either may have. */
const shownLength = 60;

/** The stores that the caller may book for: the own one, or what an admin chooses from. */
export type AllowedStores = readonly string[] | 'any';

const withoutZeros = (text: string) => (/^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text);

/** The allowed store that a file means: a spreadsheet makes 42 of 0042, which is still the one, if no other comes to the same. */
const meantStore = (text: string, allowed: AllowedStores): string => {
  if (allowed === 'any' || allowed.includes(text)) return text;
  const [only, ...others] = allowed.filter((storeId) => withoutZeros(storeId) === withoutZeros(text));
  return only !== undefined && others.length === 0 ? only : text;
};

export const isAllowed = (storeId: string, allowed: AllowedStores) =>
  allowed === 'any' ? field.storeId.safeParse(storeId).success : allowed.includes(storeId);

/**
 * Which store and reference the rows name, the most frequent first. References compare as everywhere; a blank is a value
 * of its own. Rows where one of the two can't be read are in none, they are refused by themselves.
 */
export const groupByStore = (rows: readonly Row[], places: Places, allowed: AllowedStores): StoreRows[] => {
  const groups = new Map<string, StoreRows>();
  const typed = memoize(typedText);
  const meant = memoize((text: string) => meantStore(text, allowed));
  const folded = memoize(normaliseReference);
  for (const row of rows) {
    const store = typed(valueOf(row, places, 'storeId'));
    const reference = typed(valueOf(row, places, 'storeRefNo'));
    if (!('text' in store && 'text' in reference)) continue;
    const storeId = meant(store.text);
    const key = `${storeId.length}:${storeId}${folded(reference.text)}`;
    const group = groups.get(key) ?? {
      storeId: shownText(storeId, shownLength),
      storeRefNo: shownText(reference.text, shownLength),
      rows: [],
    };
    groups.set(key, group);
    group.rows.push(row.number);
  }
  return [...groups.values()].toSorted((one, other) => other.rows.length - one.rows.length);
};
