import { repairProduct } from '#shared/catalogue/repairs.ts';

/** A serial number as it is kept and shown: trimmed, and its letters in capitals; other signs stay, so that they are seen to be wrong. */
export const tidySerialNumber = (typed: string): string =>
  typed.trim().replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());

const sum = (digits: readonly number[]) => digits.reduce((total, digit) => total + digit, 0);

/** Whether the last digit fits those before it: as in an EAN, but counted from the left, every second one three times. Letters don't count. */
export const hasCheckDigit = (serialNumber: string): boolean => {
  const digits = serialNumber.replaceAll(/\D/g, '').split('').map(Number);
  const checked = digits.slice(0, -1);
  const weighed = 3 * sum(checked.filter((_, at) => at % 2 === 1)) + sum(checked.filter((_, at) => at % 2 === 0));
  return checked.length > 0 && digits.at(-1) === (10 - (weighed % 10)) % 10;
};

/** What looks wrong with a serial number: not the product's shape, or a mistyped digit. */
export type SerialNumberDoubt = 'shape' | 'checkDigit';

/** Whether a serial number deserves a second look. Products whose shape isn't known never say so; nor does a blank. Advice only: labels wear off and new series begin. */
export const serialNumberDoubt = (productKey: string, typed: string): SerialNumberDoubt | undefined => {
  const serialNumber = tidySerialNumber(typed).replaceAll('-', '');
  const facts = repairProduct(productKey)?.serialNumber;
  if (!facts || serialNumber === '') return undefined;
  if (!new RegExp(facts.pattern).test(serialNumber)) return 'shape';
  return facts.checkDigit && !hasCheckDigit(serialNumber) ? 'checkDigit' : undefined;
};
