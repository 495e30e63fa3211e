import { pictograms } from '#shared/catalogue/pictograms.ts';
import type { Reading } from '../kind.ts';
import type { Problem } from '../problem.ts';
import { readCode, readFlag, readKey, readLabel } from '../read-fields.ts';
import type { Row } from '../read-rows.ts';
import { readRows } from '../read-rows.ts';
import { refuseRepeated } from '../refuse-repeated.ts';
import type { Sheet } from '../sheet.ts';
import { splitList } from '../sheet.ts';
import { accessoriesLayout, labelColumns, productsLayout, repairsText } from './layout.ts';

/** The one code that is given. */
const given = { key: 'switch-2', code: 'R10015838A' };

const readPictogram = (row: Row) => {
  const text = row.text('pictogram').toLowerCase();
  const pictogram = pictograms.find((known) => known === text);
  if (text !== '' && !pictogram)
    row.refuse('pictogram', `${JSON.stringify(text)}: one of ${pictograms.join(', ')}, or nothing`);
  return pictogram && { pictogram };
};

const readEntry = (row: Row) => ({
  key: readKey(row),
  code: readCode(row),
  ...(readFlag(row, 'sample') && { sample: true }),
  labels: {
    en: readLabel(row, labelColumns.en),
    de: readLabel(row, labelColumns.de),
    fr: readLabel(row, labelColumns.fr),
  },
  ...readPictogram(row),
});

const readSerialNumber = (row: Row) => {
  const pattern = row.text('serial number pattern');
  const checkDigit = readFlag(row, 'check digit');
  if (pattern === '') {
    if (checkDigit) row.refuse('check digit', 'says something only beside a serial number pattern');
    return {};
  }
  try {
    void new RegExp(pattern);
  } catch {
    row.refuse('serial number pattern', `${JSON.stringify(pattern)}: a regular expression`);
  }
  return { serialNumber: { pattern, checkDigit } };
};

const readProduct = (row: Row) => ({
  ...readEntry(row),
  ...(readFlag(row, 'label only') && { labelOnly: true }),
  ...readSerialNumber(row),
  accessories: splitList(row.text('accessories')),
});

type Read<T> = { readonly row: Row; readonly sheet: string; readonly entry: T };
type Product = Read<ReturnType<typeof readProduct>>;
type Accessory = Read<ReturnType<typeof readEntry>>;

const refuseUnfitting = (products: readonly Product[], accessories: readonly Accessory[]) => {
  const known = new Set(accessories.map(({ entry }) => entry.key));
  const fitting = new Set(products.flatMap(({ entry }) => entry.accessories));
  for (const { row, entry } of products) {
    for (const key of new Set(entry.accessories)) {
      if (!known.has(key)) row.refuse('accessories', `there is no accessory ${JSON.stringify(key)}`);
      if (entry.accessories.filter((other) => other === key).length > 1)
        row.refuse('accessories', `${JSON.stringify(key)} is there twice`);
    }
    if (!entry.labelOnly && entry.accessories.length === 0)
      row.refuse('accessories', 'a product that can be booked needs accessories; if it cannot be, it is “label only”');
  }
  for (const { row, entry } of accessories)
    if (!fitting.has(entry.key)) row.refuse('key', `no product has the accessory ${JSON.stringify(entry.key)}`);
};

const refuseOtherCodes = (entries: readonly (Product | Accessory)[]) => {
  for (const { row, entry } of entries) {
    if ((entry.key === given.key) !== (entry.code === given.code))
      row.refuse('code', `${given.code} is the code of ${given.key}, and no other`);
    else if (entry.key === given.key && entry.sample)
      row.refuse('sample', `${given.code} is the real code of ${given.key}`);
  }
};

/** Reads a catalogue from a workbook's sheets, and says all that is wrong with it. */
export const readRepairs = (sheets: readonly Sheet[]): Reading => {
  const problems: Problem[] = [];
  const products = readRows(sheets, productsLayout, problems).map((row) => ({
    row,
    sheet: productsLayout.name,
    entry: readProduct(row),
  }));
  const accessories = readRows(sheets, accessoriesLayout, problems).map((row) => ({
    row,
    sheet: accessoriesLayout.name,
    entry: readEntry(row),
  }));

  const all = [...products, ...accessories];
  refuseRepeated(
    'key',
    all.map(({ entry, ...place }) => ({ ...place, value: entry.key })),
  );
  refuseRepeated(
    'code',
    all.map(({ entry, ...place }) => ({ ...place, value: entry.code })),
  );
  for (const [language, column] of Object.entries(labelColumns) as [keyof typeof labelColumns, string][]) {
    refuseRepeated(
      column,
      all.map(({ entry, ...place }) => ({ ...place, value: entry.labels[language] })),
    );
  }
  // Without one of the sheets everything on the other would be wrong.
  if (products.length > 0 && accessories.length > 0) refuseUnfitting(products, accessories);
  refuseOtherCodes(all);
  return {
    problems,
    json: repairsText({
      products: products.map(({ entry }) => entry),
      accessories: accessories.map(({ entry }) => entry),
    }),
  };
};
