import type * as z from 'zod/mini';
import { returnCatalogue } from '#shared/catalogue/returns.ts';
import { inline, listed } from '../json-text.ts';
import type { Layout, Table } from '../sheet.ts';

export type ReturnCatalogue = z.output<typeof returnCatalogue>;

export const itemsLayout = {
  name: 'Items',
  columns: [
    { name: 'key', width: 48 },
    { name: 'EAN', width: 16 },
    { name: 'code', width: 14 },
    { name: 'category', width: 12 },
    { name: 'English', width: 60 },
    { name: 'German', width: 60, isOptional: true },
    { name: 'French', width: 60, isOptional: true },
  ],
} as const satisfies Layout;

/** The catalogue as a table to edit; German and French are blank where a name is the same in all languages. */
export const returnTables = (json: string): Table[] => {
  const { items } = returnCatalogue.parse(JSON.parse(json));
  return [
    {
      ...itemsLayout,
      rows: items.map(({ key, ean, code, category, ...names }) => {
        const labels = 'labels' in names ? names.labels : { en: names.label, de: '', fr: '' };
        return [key, ean, code, category, labels.en, labels.de, labels.fr];
      }),
    },
  ];
};

/** The data file's text. */
export const returnsText = ({ sample, items }: ReturnCatalogue): string =>
  `{\n${sample ? '  "sample": true,\n' : ''}  "items": ${listed(items.map(inline), '  ')}\n}\n`;
