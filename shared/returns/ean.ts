/** An EAN here is a GTIN-13: thirteen digits, the last of which checks the others. */
const digits = 13;

/** The check digit that belongs after a GTIN's other digits: weights 3 and 1 in turn from the right (GS1 General Specifications). */
export const checkDigitOf = (others: string): string => {
  let sum = 0;
  for (let index = 0; index < others.length; index += 1)
    sum += Number(others[index]) * ((others.length - index) % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
};

/** Thirteen digits with the right check digit. */
export const isEan = (text: string): boolean =>
  /^\d{13}$/.test(text) && checkDigitOf(text.slice(0, -1)) === text.slice(-1);

/** One spelling of a UPC-12, its EAN-13 and GTIN-14, without spaces and hyphens; the check digit isn't looked at. */
export const normaliseEan = (text: string): string | undefined => {
  const compact = text.replace(/[\s-]/g, '');
  return /^(\d{12}|0?\d{13})$/.test(compact) ? compact.padStart(digits, '0').slice(-digits) : undefined;
};

/** As a spreadsheet has it, without zeros in front; eight digits at least, so that no store's own number becomes one. */
export const restoreEan = (text: string): string | undefined => {
  const compact = text.replace(/[\s-]/g, '');
  return /^\d{8,11}$/.test(compact) ? compact.padStart(digits, '0') : normaliseEan(compact);
};
