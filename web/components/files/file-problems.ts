import type { FileProblem } from '#shared/text/spreadsheet.ts';
import type { TextKey } from '#web/i18n/i18n.ts';

/** Reasons for rejecting a file of any content. The text for FileTooLarge differs by feature. */
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

/** Problems of a cell or row of any content. */
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
