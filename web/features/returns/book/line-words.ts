import type { EanProblem } from '#shared/catalogue/returns.ts';
import { lookUpEan } from '#shared/catalogue/returns.ts';
import type { OddSerialNumber } from '#shared/repairs/serial-number.ts';
import type { TextKey } from '#web/language/i18n.ts';
import type { FieldError, Words } from '#web/ui/form/use-fields.ts';
import type { LineField, LineProblem } from './line-problems.ts';

export const lineLabels = {
  product: 'returns.fields.product',
  ean: 'returns.fields.ean',
  productDescription: 'returns.fields.productDescription',
  purchaseDate: 'returns.fields.purchaseDate',
  returnDate: 'returns.fields.returnDate',
  serialNumber: 'returns.fields.serialNumber',
} as const satisfies Record<LineField, TextKey>;

const ofEan = {
  eanMalformed: 'returns.reasons.eanMalformed',
  eanCheckDigit: 'returns.reasons.eanCheckDigit',
  eanUnknown: 'returns.reasons.eanUnknown',
} as const satisfies Record<EanProblem, TextKey>;

export const oddWords = {
  unlikely: 'returns.book.odd.unlikely',
  ean: 'returns.book.odd.ean',
} as const satisfies Record<OddSerialNumber, TextKey>;

export const eanError = (problem: EanProblem): FieldError => ({ field: 'ean', key: ofEan[problem] });

/** A line's problem in words; an EAN's own are told more precisely than a rule can. */
export const problemWords = ({ field, rule, length, first }: LineProblem, ean: string): Words => {
  if (first !== undefined) return { key: 'returns.book.serialTwice', values: { line: first } };
  if (field === 'ean' && rule === 'pattern') {
    const found = lookUpEan(ean);
    if ('problem' in found) return eanError(found.problem);
  }
  if (field === 'serialNumber' && rule === 'pattern') return { key: 'returns.reasons.serialNumberMalformed' };
  if (field === 'product' && rule !== 'required') return { key: 'returns.book.productGone' };
  return { key: `validation.${rule}`, ...(length !== undefined && { values: { length } }) };
};
