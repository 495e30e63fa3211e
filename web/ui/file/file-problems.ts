import type { FileProblem } from '#shared/spreadsheet.ts';
import type { TextKey } from '#web/language/i18n.ts';

/** Why a file of whatever content isn't read. How large one may be is each feature's to say. */
export const fileProblemTexts = {
  FileEmpty: 'file.refusals.FileEmpty',
  FileWrongType: 'file.refusals.FileWrongType',
  FileIsXls: 'file.refusals.FileIsXls',
  FileIsXlsb: 'file.refusals.FileIsXlsb',
  FileIsOds: 'file.refusals.FileIsOds',
  FileIsNumbers: 'file.refusals.FileIsNumbers',
  FilePasswordProtected: 'file.refusals.FilePasswordProtected',
  FileWithMacros: 'file.refusals.FileWithMacros',
  FileDamaged: 'file.refusals.FileDamaged',
} as const satisfies Record<Exclude<FileProblem, 'FileTooLarge'>, TextKey>;

/** What can be wrong with a cell or a row of whatever content. */
export const cellReasonTexts = {
  missing: 'file.reasons.missing',
  formula: 'file.reasons.formula',
  errorValue: 'file.reasons.errorValue',
  notText: 'file.reasons.notText',
  tooLong: 'file.reasons.tooLong',
  invalidText: 'file.reasons.invalidText',
  unseen: 'file.reasons.unseen',
  beyondColumns: 'file.reasons.beyondColumns',
} as const satisfies Record<string, TextKey>;
