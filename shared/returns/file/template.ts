import { toReturnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import type { Language } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { fileColumns, fileHeaders } from './columns.ts';

const formatDate: Readonly<Record<Language, (date: CalendarDate) => string>> = {
  en: (date) => date.split('-').toReversed().join('/'),
  de: (date) => date.split('-').toReversed().join('.'),
  fr: (date) => date.split('-').toReversed().join('/'),
};

/** Invalid on purpose, so that an example left in the file is rejected and never booked. */
const exampleSerialNumber: Readonly<Record<Language, string>> = {
  en: '(example: XKW10012345678)',
  de: '(Beispiel: XKW10012345678)',
  fr: '(exemple\u00A0: XKW10012345678)',
};

/**
 * Returns the headers and one example, in which only the serial number is invalid. All columns are formatted as text,
 * so that spreadsheets don't convert typed values.
 */
export const createReturnTemplate = (
  language: Language,
  example: { readonly storeId: string; readonly purchaseDate: CalendarDate },
) => {
  const [item] = returnItems;
  const values = {
    storeId: example.storeId,
    storeRefNo: 'RET-0001',
    ean: item?.ean ?? '',
    productDescription: item ? toReturnItemLabel(item, language) : '',
    purchaseDate: formatDate[language](example.purchaseDate),
    serialNumber: exampleSerialNumber[language],
  };
  return {
    headers: fileColumns.map((column) => fileHeaders[column][language][0]),
    example: fileColumns.map((column) => values[column]),
  };
};
