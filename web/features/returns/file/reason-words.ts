import type { Language } from '#shared/regions.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileHeaders } from '#shared/returns/file/columns.ts';
import type { Reason, ReasonKey } from '#shared/returns/file/report.ts';
import type { TextKey, Translate } from '#web/language/i18n.ts';

const texts = {
  missing: 'returns.reasons.missing',
  formula: 'returns.reasons.formula',
  errorValue: 'returns.reasons.errorValue',
  notText: 'returns.reasons.notText',
  numberMangled: 'returns.reasons.numberMangled',
  tooLong: 'returns.reasons.tooLong',
  invalidText: 'returns.reasons.invalidText',
  eanMalformed: 'returns.reasons.eanMalformed',
  eanCheckDigit: 'returns.reasons.eanCheckDigit',
  eanUnknown: 'returns.reasons.eanUnknown',
  serialNumberMalformed: 'returns.reasons.serialNumberMalformed',
  serialNumberTwice: 'returns.reasons.serialNumberTwice',
  dateUnreadable: 'returns.reasons.dateUnreadable',
  dateMonthFirst: 'returns.reasons.dateMonthFirst',
  dateTooEarly: 'returns.reasons.dateTooEarly',
  dateInFuture: 'returns.reasons.dateInFuture',
  periodExceeded: 'returns.reasons.periodExceeded',
  beyondColumns: 'returns.reasons.beyondColumns',
} as const satisfies Record<ReasonKey, TextKey>;

/** Why a row was refused, without the column. */
export const reasonWords = ({ key, row = 0, days = 0, length = 0 }: Reason, t: Translate): string =>
  t(texts[key], { row, days, length });

/** A column as the file's template heads it. */
export const columnWords = (column: FileColumn, language: Language): string => fileHeaders[column][language][0];
