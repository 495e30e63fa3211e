import { returnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import type { CalendarDate } from '#shared/dates.ts';
import type { Language } from '#shared/regions.ts';
import { fileColumns, fileHeaders } from './columns.ts';

const dateIn: Readonly<Record<Language, (date: CalendarDate) => string>> = {
  en: (date) => date.split('-').toReversed().join('/'),
  de: (date) => date.split('-').toReversed().join('.'),
  fr: (date) => date.split('-').toReversed().join('/'),
};

/** No serial number: the example is refused as it stands, and booked by nobody who leaves it where it is. */
const exampleSerialNumber: Readonly<Record<Language, string>> = {
  en: '(example: XKW10012345678)',
  de: '(Beispiel: XKW10012345678)',
  fr: '(exemple\u00A0: XKW10012345678)',
};

/** Headers and one example, whose serial number alone doesn't read. Columns are texts, so that nothing typed is changed. */
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
    serialNumber: exampleSerialNumber[language],
  };
  return {
    headers: fileColumns.map((column) => fileHeaders[column][language][0]),
    example: fileColumns.map((column) => values[column]),
  };
};
