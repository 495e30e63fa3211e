import * as z from 'zod/mini';
import { itemCategories, returnCatalogue, toReturnItemLabel } from '#shared/catalogue/returns.ts';
import type { ReturnItem } from '#shared/catalogue/returns.ts';
import { calculateCheckDigit, isEan, restoreEan } from '#shared/returns/ean.ts';
import type { CatalogueKind } from './rows.ts';
import { code, key, label, createEnumCell, readRows, rejectDuplicates } from './rows.ts';

/** Prefix that GS1 reserves for demonstrations; no product has such a number. */
const demonstrationPrefix = '952';

const describeWrongDigit = ({ input = '' }: { readonly input?: unknown }) =>
  `the last digit does not fit the others (${calculateCheckDigit(String(input).slice(0, -1))} would)`;
const ean = z.pipe(
  z.transform((text: string) => restoreEan(text) ?? text),
  z
    .string()
    .check(
      z.regex(/^\d{13}$/, { error: 'thirteen digits, or twelve of a UPC', abort: true }),
      z.refine(isEan, { error: describeWrongDigit }),
    ),
);
/** Name in another language; blank if it is the same as in English. */
const translation = z.union([z.literal(''), label]);

const layout = {
  name: 'Items',
  cells: z.object({
    key,
    EAN: ean,
    code,
    category: createEnumCell(itemCategories),
    English: label,
    German: translation,
    French: translation,
  }),
  optional: ['German', 'French'],
} as const;

const toItem = ({ EAN, English: en, German: de, French: fr, ...cells }: z.output<typeof layout.cells>): ReturnItem => ({
  key: cells.key,
  ean: EAN,
  code: cells.code,
  category: cells.category,
  // A single label where all languages use the same name.
  ...(de === en && fr === en ? { label: en } : { labels: { en, de, fr } }),
});

/**
 * Catalogue of returnable products. German and French are blank where a name is the same in all languages; any
 * demonstration EAN marks the whole catalogue as a sample.
 */
export const returns: CatalogueKind = {
  dataFile: 'return-items.json',
  toTables: (data) => {
    const toTexts = (item: ReturnItem) => ({
      key: item.key,
      EAN: item.ean,
      code: item.code,
      category: item.category,
      English: toReturnItemLabel(item, 'en'),
      German: 'labels' in item ? item.labels.de : '',
      French: 'labels' in item ? item.labels.fr : '',
    });
    return [{ ...layout, rows: returnCatalogue.parse(data).items.map(toTexts) }];
  },
  read: (sheets, problems) => {
    const rows = readRows(sheets, layout, problems).map((row) => {
      const { English, German, French } = row.cells;
      return { ...row, cells: { ...row.cells, German: German || English, French: French || English } };
    });
    for (const column of ['key', 'EAN', 'code', 'English', 'German', 'French'] as const) rejectDuplicates(rows, column);
    const items = rows.map(({ cells }) => toItem(cells));
    const isSample = items.some((item) => item.ean.startsWith(demonstrationPrefix));
    return { ...(isSample && { sample: true }), items };
  },
};
