import { bookableProducts } from '#shared/catalogue/repairs.ts';
import { hasCheckDigit, tidySerialNumber } from '#shared/repairs/serial-number.ts';

/** Usual format of serial numbers, for any product. */
const usualSerialNumber = /^[A-Z]{3}\d{11}$/;

/** Returns whether a text is a serial number by the catalogue's formats, with its check digit. */
export const isSerialNumber = (text: string): boolean => {
  const serialNumber = tidySerialNumber(text);
  const hasFormat =
    usualSerialNumber.test(serialNumber) ||
    bookableProducts.some(({ serialNumber: format }) => format && new RegExp(format.pattern).test(serialNumber));
  return hasFormat && hasCheckDigit(serialNumber);
};
