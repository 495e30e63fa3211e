import { valueOf } from '#lambdas/spreadsheets/import-rows.ts';
import type { Places as PlacesOf } from '#lambdas/spreadsheets/import-rows.ts';
import { memoize, shownText, typedText, cellText } from '#lambdas/spreadsheets/table.ts';
import type { Cell, Row } from '#lambdas/spreadsheets/table.ts';
import * as field from '#shared/fields.ts';
import { normaliseReference } from '#shared/records/record.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { StoreRows } from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { areSameStoreId } from '#shared/text/store-id.ts';

export type Places = PlacesOf<FileColumn>;

export const shownValues = (row: Row, places: Places): string[] =>
  fileColumns.map((column) => shownText(cellText(valueOf(row, places, column)), returnLimits.file.valueLength));

/** What a report repeats of a store or a reference: more than either may have. */
const shownLength = 60;

export const withoutUnseen = (text: string): string => text.replaceAll(field.unseen, '').trim();

/** The own store where a file means it: a spreadsheet makes 42 of 0042, somebody uk-7 of UK-7. */
export const meantStore = (text: string, own: string): string => (areSameStoreId(text, own) ? own : text);

type Named = { readonly stores: StoreRows[]; readonly named: ReadonlySet<'storeId' | 'storeRefNo'> };

/** Which store and reference the rows name. Unreadable rows, and blank ones where others aren't, are in no group. */
export const groupByStore = (rows: readonly Row[], places: Places, own: string): Named => {
  const typed = memoize((cell: Cell) => {
    const read = typedText(cell);
    return 'text' in read ? withoutUnseen(read.text) : undefined;
  });
  const meant = memoize((text: string) => meantStore(text, own));
  const compared = memoize(normaliseReference);
  const pairs = rows.flatMap((row) => {
    const store = typed(valueOf(row, places, 'storeId'));
    const storeRefNo = typed(valueOf(row, places, 'storeRefNo'));
    return store === undefined || storeRefNo === undefined ? [] : [{ row, storeId: meant(store), storeRefNo }];
  });
  const named = new Set(
    (['storeId', 'storeRefNo'] as const).filter((column) => pairs.some((pair) => pair[column] !== '')),
  );

  const groups = new Map<string, StoreRows>();
  for (const { row, storeId, storeRefNo } of pairs) {
    if ((storeId === '' && named.has('storeId')) || (storeRefNo === '' && named.has('storeRefNo'))) continue;
    const key = `${storeId.length}:${storeId}${compared(storeRefNo)}`;
    const group = groups.get(key) ?? {
      storeId: shownText(storeId, shownLength),
      storeRefNo: shownText(storeRefNo, shownLength),
      rows: [],
    };
    groups.set(key, group);
    group.rows.push(row.number);
  }
  return { stores: [...groups.values()].toSorted((one, other) => other.rows.length - one.rows.length), named };
};
