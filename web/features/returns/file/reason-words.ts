import type { Language } from '#shared/regions.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';
import type { Reason, ReasonKey, RefusedRow } from '#shared/returns/file/report.ts';
import type { Translate } from '#web/language/i18n.ts';
import { cellReasonTexts } from '#web/ui/file/file-problems.ts';

const isOfCell = (key: ReasonKey): key is keyof typeof cellReasonTexts => Object.hasOwn(cellReasonTexts, key);

/** Why a row was refused, without the column. */
export const reasonWords = ({ key, row = 0, days = 0, length = 0, signs = '' }: Reason, t: Translate): string =>
  t(isOfCell(key) ? cellReasonTexts[key] : `returns.reasons.${key}`, { row, days, length, signs });

/** A column as the file's template heads it. */
export const columnWords = (column: FileColumn, language: Language): string => fileHeaders[column][language][0];

/** Returns what the file says where a reason points: one cell, or all of a row whose values are not in their columns; '' where it points at none. */
export const valueOfReason = ({ values }: RefusedRow, { column, key }: Reason): string => {
  if (column !== null) return values[fileColumns.indexOf(column)] ?? '';
  return key === 'misplaced' ? values.filter((value) => value !== '').join(' | ') : '';
};
