import type { Row } from './read-rows.ts';

type Entry = { readonly row: Row; readonly sheet: string; readonly value: string };

/** Refuses, in a column, each value that stands further up already, on whichever sheet. */
export const refuseRepeated = (column: string, entries: readonly Entry[]): void => {
  const first = new Map<string, Entry>();
  for (const entry of entries) {
    const known = first.get(entry.value);
    if (!known) first.set(entry.value, entry);
    else if (entry.value !== '')
      entry.row.refuse(
        column,
        `${JSON.stringify(entry.value)} stands in row ${known.row.number}${known.sheet === entry.sheet ? '' : ` of ${known.sheet}`} already`,
      );
  }
};
