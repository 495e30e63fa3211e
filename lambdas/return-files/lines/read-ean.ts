import { typedText } from '#lambdas/spreadsheets/cell-text.ts';
import type { Cell } from '#lambdas/spreadsheets/table.ts';
import { isEan, restoreEan } from '#shared/returns/ean.ts';
import type { ReasonKey } from '#shared/returns/file/report.ts';

/** What the catalogue knows of an EAN. */
type Item = { readonly key: string; readonly description: string };
export type FindByEan = (ean: string) => Item | undefined;

/** Programs that think in fractions write 4549650000001.0. */
const withoutFraction = (text: string) => text.replace(/^(\d+)[.,]0+$/, '$1');

/** Opened and saved again, 4.54965E+12 becomes 4549650000000: the end is gone. */
const isRounded = (ean: string) => /0{6}$/.test(ean);

export type ReadEan = { readonly ean: string; readonly item: Item } | { readonly wrong: ReasonKey };

/** The product of an EAN that a spreadsheet may have handled: zeros in front come back, nothing else is mended. */
export const readEan = (cell: Cell | undefined, findByEan: FindByEan): ReadEan => {
  // As most of them are.
  if (typeof cell === 'string' && isEan(cell)) {
    const found = findByEan(cell);
    if (found) return { ean: cell, item: found };
  }
  // However a number shows, an EAN has a check digit.
  const typed = typedText(typeof cell === 'object' && cell?.kind === 'formatted' ? cell.value : cell);
  if ('wrong' in typed) return typed.wrong === 'tooLong' ? { wrong: 'eanMalformed' } : typed;
  if (typed.text === '') return { wrong: 'missing' };
  // Hyphens are printed between the digits, never before them: that is a negative number.
  const text = typed.text.replaceAll(/\p{Cf}/gu, '');
  const ean = text.startsWith('-') ? undefined : restoreEan(withoutFraction(text));
  if (ean === undefined) return { wrong: 'eanMalformed' };
  const item = isEan(ean) ? findByEan(ean) : undefined;
  if (item) return { ean, item };
  if (isRounded(ean)) return { wrong: 'numberMangled' };
  return { wrong: isEan(ean) ? 'eanUnknown' : 'eanCheckDigit' };
};
