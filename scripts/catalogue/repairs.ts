import * as z from 'zod/mini';
import { pictograms } from '#shared/catalogue/pictograms.ts';
import { isPattern, repairCatalogue } from '#shared/catalogue/repairs.ts';
import type { Accessory, RepairProduct } from '#shared/catalogue/repairs.ts';
import type { Kind, Row } from './rows.ts';
import { code, flag, key, label, oneOf, readRows, refuseRepeated } from './rows.ts';

const entryCells = {
  key,
  code,
  sample: flag,
  English: label,
  German: label,
  French: label,
  pictogram: oneOf(['', ...pictograms], `one of ${pictograms.join(', ')}, or nothing`),
};
const accessoriesLayout = { name: 'Accessories', cells: z.object(entryCells), optional: ['pictogram'] } as const;
const productsLayout = {
  name: 'Products',
  cells: z.object({
    ...entryCells,
    'label only': flag,
    'serial number pattern': z.string().check(z.refine(isPattern, 'a regular expression')),
    'check digit': flag,
    /** Written with a key a line. */
    accessories: z.pipe(
      z.string(),
      z.transform((text: string) => text.split(/\s+/).filter((name) => name !== '')),
    ),
  }),
  optional: ['pictogram', 'serial number pattern', 'check digit'],
} as const;

type EntryCells = z.output<typeof accessoriesLayout.cells>;
type ProductCells = z.output<typeof productsLayout.cells>;

const yes = (is: boolean | undefined) => (is ? 'yes' : '');

const textsOfEntry = ({ key: name, code: number, sample, labels, pictogram }: Accessory) => ({
  key: name,
  code: number,
  sample: yes(sample),
  English: labels.en,
  German: labels.de,
  French: labels.fr,
  pictogram: pictogram ?? '',
});
const textsOfProduct = ({ labelOnly, serialNumber, accessories, ...entry }: RepairProduct) => ({
  ...textsOfEntry(entry),
  'label only': yes(labelOnly),
  'serial number pattern': serialNumber?.pattern ?? '',
  'check digit': yes(serialNumber?.checkDigit),
  accessories: accessories.join('\n'),
});

const entryOf = ({ sample, English, German, French, pictogram, ...cells }: EntryCells): Accessory => ({
  key: cells.key,
  code: cells.code,
  sample: sample || undefined,
  labels: { en: English, de: German, fr: French },
  pictogram: pictogram || undefined,
});
const productOf = (cells: ProductCells): RepairProduct => ({
  ...entryOf(cells),
  labelOnly: cells['label only'] || undefined,
  serialNumber: cells['serial number pattern']
    ? { pattern: cells['serial number pattern'], checkDigit: cells['check digit'] }
    : undefined,
  accessories: cells.accessories,
});

const refuseUnfitting = (products: readonly Row<ProductCells>[], accessories: readonly Row<EntryCells>[]) => {
  const known = new Set(accessories.map(({ cells }) => cells.key));
  const fitting = new Set(products.flatMap(({ cells }) => cells.accessories));
  for (const { cells, refuse } of products) {
    const keys = cells.accessories;
    for (const each of new Set(keys)) {
      if (!known.has(each)) refuse('accessories', `there is no accessory ${JSON.stringify(each)}`);
      if (keys.indexOf(each) !== keys.lastIndexOf(each))
        refuse('accessories', `${JSON.stringify(each)} is there twice`);
    }
    if (!cells['label only'] && keys.length === 0)
      refuse('accessories', 'a product that can be booked needs accessories; if it cannot be, it is “label only”');
    if (cells['check digit'] && cells['serial number pattern'] === '')
      refuse('check digit', 'says something only beside a serial number pattern');
  }
  for (const { cells, refuse } of accessories)
    if (!fitting.has(cells.key)) refuse('key', `no product has the accessory ${JSON.stringify(cells.key)}`);
};

export const repairs: Kind = {
  dataFile: 'repair-products.json',
  tables: (data) => {
    const { products, accessories } = repairCatalogue.parse(data);
    return [
      { ...productsLayout, rows: products.map(textsOfProduct) },
      { ...accessoriesLayout, rows: accessories.map(textsOfEntry) },
    ];
  },
  read: (sheets, problems) => {
    const products = readRows(sheets, productsLayout, problems);
    const accessories = readRows(sheets, accessoriesLayout, problems);
    // What was not read would be missed everywhere else.
    if (problems.length === 0) {
      for (const column of ['key', 'code', 'English', 'German', 'French'] as const)
        refuseRepeated<EntryCells>([...products, ...accessories], column);
      refuseUnfitting(products, accessories);
    }
    return {
      products: products.map(({ cells }) => productOf(cells)),
      accessories: accessories.map(({ cells }) => entryOf(cells)),
    };
  },
};
