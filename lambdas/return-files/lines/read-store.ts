import { valueOf } from '#lambdas/spreadsheets/import-rows.ts';
import type { Places as PlacesOf } from '#lambdas/spreadsheets/import-rows.ts';
import { isNullWord } from '#lambdas/spreadsheets/null-words.ts';
import { memoize, shownText, typedText, cellText } from '#lambdas/spreadsheets/table.ts';
import type { Cell, Row } from '#lambdas/spreadsheets/table.ts';
import * as field from '#shared/fields.ts';
import { withoutMarks } from '#shared/label-marks.ts';
import { meantText } from '#shared/plain-text.ts';
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

/** A store or a reference as a file means it: '' where a database says that there is none, and without an apostrophe that guards it. */
export const referenceText = (text: string): string => {
  const visible = meantText(withoutUnseen(text));
  return isNullWord(visible) ? '' : visible;
};

/** The own store where a file means it: a spreadsheet makes 42 of 0042, somebody uk-7 of UK-7. */
export const meantStore = (text: string, own: string): string => (areSameStoreId(withoutMarks(text), own) ? own : text);

type StoreColumn = 'storeId' | 'storeRefNo';

type Named = {
  readonly stores: StoreRows[];
  readonly named: ReadonlySet<StoreColumn>;
  /** Those that each row has to name: the first row alone may name them for all, as one merged cell does. */
  readonly required: ReadonlySet<StoreColumn>;
};

type RowStore = { readonly row: Row } & Readonly<Record<StoreColumn, string>>;

const storeColumns = ['storeId', 'storeRefNo'] as const satisfies readonly StoreColumn[];

/** Fills a column with the first row's value if no other row has one. */
const withFirst = (rows: readonly RowStore[], column: StoreColumn) => {
  const [first] = rows;
  const isOnlyFirst = rows.length > 1 && rows.every((row) => row === first || row[column] === '');
  return { isOnlyFirst, rows: isOnlyFirst && first ? rows.map((row) => ({ ...row, [column]: first[column] })) : rows };
};

/** Which store and reference the rows name. Unreadable rows, and blank ones where others aren't, are in no group. */
export const groupByStore = (rows: readonly Row[], places: Places, own: string): Named => {
  const typed = memoize((cell: Cell) => {
    const read = typedText(cell);
    return 'text' in read ? referenceText(read.text) : undefined;
  });
  const meant = memoize((text: string) => meantStore(text, own));
  const compared = memoize(normaliseReference);
  const written = rows.flatMap((row): RowStore[] => {
    const store = typed(valueOf(row, places, 'storeId'));
    const storeRefNo = typed(valueOf(row, places, 'storeRefNo'));
    return store === undefined || storeRefNo === undefined ? [] : [{ row, storeId: meant(store), storeRefNo }];
  });
  const byStore = withFirst(written, 'storeId');
  const byReference = withFirst(byStore.rows, 'storeRefNo');
  const named = new Set(storeColumns.filter((column) => written.some((row) => row[column] !== '')));
  const required = new Set(named);
  if (byStore.isOnlyFirst) required.delete('storeId');
  if (byReference.isOnlyFirst) required.delete('storeRefNo');

  const groups = new Map<string, StoreRows>();
  for (const { row, storeId, storeRefNo } of byReference.rows) {
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
  const stores = [...groups.values()].toSorted((one, other) => other.rows.length - one.rows.length);
  return { stores, named, required };
};
