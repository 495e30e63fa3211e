import type { Language } from '#shared/regions.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileHeaders } from '#shared/returns/file/columns.ts';
import type { Reason, ReasonKey } from '#shared/returns/file/report.ts';
import type { TextKey, Translate } from '#web/language/i18n.ts';
import { cellReasonTexts } from '#web/ui/file/file-problems.ts';

const texts = {
  ...cellReasonTexts,
  numberMangled: 'returns.reasons.numberMangled',
  eanMalformed: 'returns.reasons.eanMalformed',
  eanCheckDigit: 'returns.reasons.eanCheckDigit',
  eanUnknown: 'returns.reasons.eanUnknown',
  serialNumberMalformed: 'returns.reasons.serialNumberMalformed',
  serialNumberUnlikely: 'returns.reasons.serialNumberUnlikely',
  serialNumberEan: 'returns.reasons.serialNumberEan',
  serialNumberZeros: 'returns.reasons.serialNumberZeros',
  serialNumberTwice: 'returns.reasons.serialNumberTwice',
  dateUnreadable: 'returns.reasons.dateUnreadable',
  dateMonthFirst: 'returns.reasons.dateMonthFirst',
  dateTooEarly: 'returns.reasons.dateTooEarly',
  dateInFuture: 'returns.reasons.dateInFuture',
  periodExceeded: 'returns.reasons.periodExceeded',
} as const satisfies Record<ReasonKey, TextKey>;

/** Why a row was refused, without the column. */
export const reasonWords = ({ key, row = 0, days = 0, length = 0, signs = '' }: Reason, t: Translate): string =>
  t(texts[key], { row, days, length, signs });

/** A column as the file's template heads it. */
export const columnWords = (column: FileColumn, language: Language): string => fileHeaders[column][language][0];
