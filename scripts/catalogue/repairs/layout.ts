import type * as z from 'zod/mini';
import { repairCatalogue } from '#shared/catalogue/repairs.ts';
import { inline, listed } from '../json-text.ts';
import type { Layout, Table } from '../sheet.ts';
import { joinList } from '../sheet.ts';

export type RepairCatalogue = z.output<typeof repairCatalogue>;
type Entry = RepairCatalogue['accessories'][number];

/** The columns of the labels, by language. */
export const labelColumns = { en: 'English', de: 'German', fr: 'French' } as const;

const common = [
  { name: 'key', width: 36 },
  { name: 'code', width: 14 },
  { name: 'sample', width: 8, isFlag: true },
  ...Object.values(labelColumns).map((name) => ({ name, width: 48 })),
  { name: 'pictogram', width: 12, isOptional: true },
] as const;

export const productsLayout = {
  name: 'Products',
  columns: [
    ...common,
    { name: 'label only', width: 11, isFlag: true },
    { name: 'serial number pattern', width: 28, isOptional: true },
    { name: 'check digit', width: 12, isFlag: true, isOptional: true },
    { name: 'accessories', width: 40, isList: true },
  ],
} as const satisfies Layout;

export const accessoriesLayout = { name: 'Accessories', columns: common } as const satisfies Layout;

const yes = (flag: boolean | undefined) => (flag ? 'yes' : '');

const commonCells = ({ key, code, sample, labels, pictogram }: Entry) => [
  key,
  code,
  yes(sample),
  labels.en,
  labels.de,
  labels.fr,
  pictogram ?? '',
];

/** The catalogue as tables to edit. */
export const repairTables = (json: string): Table[] => {
  const { products, accessories } = repairCatalogue.parse(JSON.parse(json));
  return [
    {
      ...productsLayout,
      rows: products.map(({ labelOnly, serialNumber, accessories: fitting, ...entry }) => [
        ...commonCells(entry),
        yes(labelOnly),
        serialNumber?.pattern ?? '',
        yes(serialNumber?.checkDigit),
        joinList(fitting),
      ]),
    },
    { ...accessoriesLayout, rows: accessories.map(commonCells) },
  ];
};

const productText = ({ accessories, ...product }: RepairCatalogue['products'][number]) => {
  const { key, code, sample, labels, pictogram, labelOnly, serialNumber } = product;
  const fields = Object.entries({ key, code, sample, labels, pictogram, labelOnly, serialNumber }).filter(
    ([, value]) => value !== undefined,
  );
  const lines = [
    ...fields.map(([name, value]) => `"${name}": ${inline(value)}`),
    `"accessories": ${listed(accessories.map(inline), '      ')}`,
  ];
  return `{\n${lines.map((line) => `      ${line}`).join(',\n')}\n    }`;
};

/** The data file's text. */
export const repairsText = ({ products, accessories }: RepairCatalogue): string =>
  `{\n  "products": ${listed(products.map(productText), '  ')},\n  "accessories": ${listed(accessories.map(inline), '  ')}\n}\n`;
