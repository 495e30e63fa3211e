import type { Language } from '#shared/regions.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileHeaders } from '#shared/returns/file/columns.ts';
import type { Reason, ReasonKey } from '#shared/returns/file/report.ts';
import type { Translate } from '#web/language/i18n.ts';
import { cellReasonTexts } from '#web/ui/file/file-problems.ts';

const isOfCell = (key: ReasonKey): key is keyof typeof cellReasonTexts => Object.hasOwn(cellReasonTexts, key);

/** Why a row was refused, without the column. */
export const reasonWords = ({ key, row = 0, days = 0, length = 0, signs = '' }: Reason, t: Translate): string =>
  t(isOfCell(key) ? cellReasonTexts[key] : `returns.reasons.${key}`, { row, days, length, signs });

/** A column as the file's template heads it. */
export const columnWords = (column: FileColumn, language: Language): string => fileHeaders[column][language][0];
