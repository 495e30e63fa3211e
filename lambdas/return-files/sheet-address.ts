import { bounds } from './bounds.ts';

/** The number of a column from its letters: A is 1, XFD 16,384. */
const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** The column's number in an address like B12; undefined for what is none. */
export const columnOfAddress = (address: string): number | undefined => {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(address)?.[1];
  return letters === undefined ? undefined : columnNumber(letters);
};

/** A range of cells; numbers as in Excel, from 1. */
export type Range = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

/** The range of a reference like A2:B7, cut to the columns that are read; undefined for what is none. */
export const rangeOf = (reference: string): Range | undefined => {
  const parts = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(reference);
  if (!parts) return undefined;
  const [, from = '', top = '', to = '', bottom = ''] = parts;
  return {
    top: Number(top),
    bottom: Number(bottom),
    left: columnNumber(from),
    right: Math.min(columnNumber(to), bounds.columns),
  };
};
