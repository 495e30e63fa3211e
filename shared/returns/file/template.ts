import { returnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import type { CalendarDate } from '#shared/dates.ts';
import type { Language } from '#shared/regions.ts';
import { fileColumns, fileHeaders } from './columns.ts';

const dateIn: Readonly<Record<Language, (date: CalendarDate) => string>> = {
  en: (date) => date.split('-').toReversed().join('/'),
  de: (date) => date.split('-').toReversed().join('.'),
  fr: (date) => date.split('-').toReversed().join('/'),
};

/**
 * A returns file to fill in: its headers and one example. Every column is to be of type text, dates too: then no
 * spreadsheet changes what is typed. `storeId` and `purchaseDate` (YYYY-MM-DD) are such that the example reads.
 */
export const returnTemplate = (
  language: Language,
  example: { readonly storeId: string; readonly purchaseDate: CalendarDate },
) => {
  const [item] = returnItems;
  const values = {
    storeId: example.storeId,
    storeRefNo: 'RET-0001',
    ean: item?.ean ?? '',
    productDescription: item ? returnItemLabel(item, language) : '',
    purchaseDate: dateIn[language](example.purchaseDate),
    serialNumber: 'XKW10012345678',
  };
  return {
    headers: fileColumns.map((column) => fileHeaders[column][language][0]),
    example: fileColumns.map((column) => values[column]),
  };
};
