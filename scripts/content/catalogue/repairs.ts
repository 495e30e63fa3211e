import * as z from 'zod/mini';
import { pictograms } from '#shared/catalogue/pictograms.ts';
import { isRegularExpression, repairCatalogue } from '#shared/catalogue/repairs.ts';
import type { Accessory, RepairProduct } from '#shared/catalogue/repairs.ts';
import type { CatalogueKind, Row } from './rows.ts';
import { code, flag, key, label, createEnumCell, readRows, rejectDuplicates } from './rows.ts';

const entryCells = {
  key,
  code,
  sample: flag,
  English: label,
  German: label,
  French: label,
  pictogram: createEnumCell(['', ...pictograms], `one of ${pictograms.join(', ')}, or nothing`),
};
const accessoriesLayout = { name: 'Accessories', cells: z.object(entryCells), optional: ['pictogram'] } as const;
const productsLayout = {
  name: 'Products',
  cells: z.object({
    ...entryCells,
    'label only': flag,
    'serial number pattern': z.string().check(z.refine(isRegularExpression, 'a regular expression')),
    'check digit': flag,
    /** One key per line. */
    accessories: z.pipe(
      z.string(),
      z.transform((text: string) => text.split(/\s+/).filter((name) => name !== '')),
    ),
  }),
  optional: ['pictogram', 'serial number pattern', 'check digit'],
} as const;

type EntryCells = z.output<typeof accessoriesLayout.cells>;
type ProductCells = z.output<typeof productsLayout.cells>;

const formatFlag = (value: boolean | undefined) => (value ? 'yes' : '');

const toEntryTexts = ({ key: entryKey, code: providerCode, sample, labels, pictogram }: Accessory) => ({
  key: entryKey,
  code: providerCode,
  sample: formatFlag(sample),
  English: labels.en,
  German: labels.de,
  French: labels.fr,
  pictogram: pictogram ?? '',
});
const toProductTexts = ({ labelOnly, serialNumber, accessories, ...entry }: RepairProduct) => ({
  ...toEntryTexts(entry),
  'label only': formatFlag(labelOnly),
  'serial number pattern': serialNumber?.pattern ?? '',
  'check digit': formatFlag(serialNumber?.checkDigit),
  accessories: accessories.join('\n'),
});

const toEntry = ({ sample, English, German, French, pictogram, ...cells }: EntryCells): Accessory => ({
  key: cells.key,
  code: cells.code,
  sample: sample || undefined,
  labels: { en: English, de: German, fr: French },
  pictogram: pictogram || undefined,
});
const toProduct = (cells: ProductCells): RepairProduct => ({
  ...toEntry(cells),
  labelOnly: cells['label only'] || undefined,
  serialNumber: cells['serial number pattern']
    ? { pattern: cells['serial number pattern'], checkDigit: cells['check digit'] }
    : undefined,
  accessories: cells.accessories,
});

const rejectMismatches = (products: readonly Row<ProductCells>[], accessories: readonly Row<EntryCells>[]) => {
  const accessoryKeys = new Set(accessories.map(({ cells }) => cells.key));
  const usedKeys = new Set(products.flatMap(({ cells }) => cells.accessories));
  for (const { cells, reject } of products) {
    const keys = cells.accessories;
    for (const accessoryKey of new Set(keys)) {
      if (!accessoryKeys.has(accessoryKey))
        reject('accessories', `there is no accessory ${JSON.stringify(accessoryKey)}`);
      if (keys.indexOf(accessoryKey) !== keys.lastIndexOf(accessoryKey))
        reject('accessories', `${JSON.stringify(accessoryKey)} is there twice`);
    }
    if (!cells['label only'] && keys.length === 0)
      reject('accessories', 'a product that can be booked needs accessories; if it cannot be, it is “label only”');
    if (cells['check digit'] && cells['serial number pattern'] === '')
      reject('check digit', 'says something only beside a serial number pattern');
  }
  for (const { cells, reject } of accessories)
    if (!usedKeys.has(cells.key)) reject('key', `no product has the accessory ${JSON.stringify(cells.key)}`);
};

export const repairs: CatalogueKind = {
  dataFile: 'repair-products.json',
  toTables: (data) => {
    const { products, accessories } = repairCatalogue.parse(data);
    return [
      { ...productsLayout, rows: products.map(toProductTexts) },
      { ...accessoriesLayout, rows: accessories.map(toEntryTexts) },
    ];
  },
  read: (sheets, problems) => {
    const products = readRows(sheets, productsLayout, problems);
    const accessories = readRows(sheets, accessoriesLayout, problems);
    // Entries that could not be read would cause follow-up problems.
    if (problems.length === 0) {
      for (const column of ['key', 'code', 'English', 'German', 'French'] as const)
        rejectDuplicates<EntryCells>([...products, ...accessories], column);
      rejectMismatches(products, accessories);
    }
    return {
      products: products.map(({ cells }) => toProduct(cells)),
      accessories: accessories.map(({ cells }) => toEntry(cells)),
    };
  },
};
