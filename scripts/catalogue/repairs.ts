import type * as z from 'zod/mini';
import { pictograms } from '#shared/catalogue/pictograms.ts';
import { isPattern, repairCatalogue } from '#shared/catalogue/repairs.ts';
import type { Row } from './read-rows.ts';
import { readRows, refuseRepeated } from './read-rows.ts';
import type { Column, Kind, Layout, Problem } from './sheet.ts';
import { codeColumn, keyColumn, labelColumn, oneOf, splitList, unless } from './sheet.ts';

type Catalogue = z.output<typeof repairCatalogue>;
type Entry = Catalogue['accessories'][number];
type Product = Catalogue['products'][number];

type Place<Of> = Column & { readonly of: (entry: Of) => string | undefined };

const yes = (flag: boolean | undefined) => (flag ? 'yes' : '');

const entryColumns: readonly Place<Entry>[] = [
  { ...keyColumn, width: 36, of: ({ key }) => key },
  { ...codeColumn, of: ({ code }) => code },
  { name: 'sample', width: 8, isFlag: true, of: ({ sample }) => yes(sample) },
  { ...labelColumn, name: 'English', width: 48, isRequired: true, of: ({ labels }) => labels.en },
  { ...labelColumn, name: 'German', width: 48, isRequired: true, of: ({ labels }) => labels.de },
  { ...labelColumn, name: 'French', width: 48, isRequired: true, of: ({ labels }) => labels.fr },
  {
    name: 'pictogram',
    width: 12,
    isOptional: true,
    wrong: oneOf(pictograms, ', or nothing'),
    of: ({ pictogram }) => pictogram,
  },
];
const productColumns: readonly Place<Product>[] = [
  ...entryColumns,
  { name: 'label only', width: 11, isFlag: true, of: ({ labelOnly }) => yes(labelOnly) },
  {
    name: 'serial number pattern',
    width: 28,
    isOptional: true,
    wrong: unless(isPattern, 'a regular expression'),
    of: ({ serialNumber }) => serialNumber?.pattern,
  },
  {
    name: 'check digit',
    width: 12,
    isFlag: true,
    isOptional: true,
    of: ({ serialNumber }) => yes(serialNumber?.checkDigit),
  },
  { name: 'accessories', width: 40, isList: true, of: ({ accessories }) => accessories.join('\n') },
];
const productsLayout: Layout = { name: 'Products', columns: productColumns };
const accessoriesLayout: Layout = { name: 'Accessories', columns: entryColumns };
const cellsOf = <Of>(columns: readonly Place<Of>[], entries: readonly Of[]) =>
  entries.map((entry) => columns.map((column) => column.of(entry) ?? ''));

const entryOf = (row: Row): Entry => ({
  key: row.text('key'),
  code: row.text('code'),
  sample: row.flag('sample') || undefined,
  labels: { en: row.text('English'), de: row.text('German'), fr: row.text('French') },
  pictogram: pictograms.find((known) => known === row.text('pictogram').toLowerCase()),
});

const productOf = (row: Row): Product => {
  const [pattern, checkDigit] = [row.text('serial number pattern'), row.flag('check digit')];
  return {
    ...entryOf(row),
    labelOnly: row.flag('label only') || undefined,
    serialNumber: pattern === '' ? undefined : { pattern, checkDigit },
    accessories: splitList(row.text('accessories')),
  };
};

const refuseUnfitting = (products: readonly Row[], accessories: readonly Row[]) => {
  const known = new Set(accessories.map(({ text }) => text('key')));
  const fitting = new Set(products.flatMap(({ text }) => splitList(text('accessories'))));
  for (const row of products) {
    const keys = splitList(row.text('accessories'));
    for (const key of new Set(keys)) {
      if (!known.has(key)) row.refuse('accessories', `there is no accessory ${JSON.stringify(key)}`);
      if (keys.indexOf(key) !== keys.lastIndexOf(key))
        row.refuse('accessories', `${JSON.stringify(key)} is there twice`);
    }
    if (!row.flag('label only') && keys.length === 0)
      row.refuse('accessories', 'a product that can be booked needs accessories; if it cannot be, it is “label only”');
  }
  for (const row of accessories)
    if (!fitting.has(row.text('key')))
      row.refuse('key', `no product has the accessory ${JSON.stringify(row.text('key'))}`);
};

/** What can be booked for repair, and which accessories go with it. */
export const repairs: Kind = {
  dataFile: 'repair-products.json',
  formats: ['.xlsx'],
  tables: (data) => {
    const { products, accessories } = repairCatalogue.parse(data);
    return [
      { ...productsLayout, rows: cellsOf(productColumns, products) },
      { ...accessoriesLayout, rows: cellsOf(entryColumns, accessories) },
    ];
  },
  read: (sheets) => {
    const problems: Problem[] = [];
    const products = readRows(sheets, productsLayout, problems);
    const accessories = readRows(sheets, accessoriesLayout, problems);
    const all = [...products, ...accessories];
    for (const column of ['key', 'code', 'English', 'German', 'French']) refuseRepeated(all, column);
    for (const row of products)
      if (row.flag('check digit') && row.text('serial number pattern') === '')
        row.refuse('check digit', 'says something only beside a serial number pattern');
    // Without one of the sheets everything on the other would be wrong.
    if (products.length > 0 && accessories.length > 0) refuseUnfitting(products, accessories);
    return { problems, data: { products: products.map(productOf), accessories: accessories.map(entryOf) } };
  },
};
