import type { Language } from '#shared/config/regions.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';
import type { Reason, ReasonKey } from '#shared/returns/file/rejections.ts';
import type { RejectedRow } from '#shared/returns/file/report.ts';
import { cellReasonTexts } from '#web/components/files/file-problems.ts';
import type { Translate } from '#web/i18n/i18n.ts';

const isCellReason = (key: ReasonKey): key is keyof typeof cellReasonTexts => Object.hasOwn(cellReasonTexts, key);

/** Returns the text of the reason why a row was rejected, without the column. */
export const formatReason = ({ key, row = 0, days = 0, length = 0, signs = '' }: Reason, t: Translate): string =>
  t(isCellReason(key) ? cellReasonTexts[key] : `returns.reasons.${key}`, { row, days, length, signs });

/** Returns a column's header in the file template, which is the first of the headers that are accepted for it. */
export const toColumnLabel = (column: FileColumn, language: Language): string => fileHeaders[column][language][0];

/** Returns the file's text that a reason refers to: one cell, or the whole row if its values are misplaced; '' if it refers to none. */
export const findReasonValue = ({ values }: RejectedRow, { column, key }: Reason): string => {
  if (column !== null) return values[fileColumns.indexOf(column)] ?? '';
  return key === 'misplaced' ? values.filter((value) => value !== '').join(' | ') : '';
};
