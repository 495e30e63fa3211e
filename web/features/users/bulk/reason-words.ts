import type { UserReason, UserReasonKey } from '#shared/users/file/report.ts';
import type { TextKey, Translate } from '#web/language/i18n.ts';
import { cellReasonTexts } from '#web/ui/file/file-problems.ts';

const texts = {
  ...cellReasonTexts,
  emailMalformed: 'users.file.reasons.emailMalformed',
  notBoolean: 'users.file.reasons.notBoolean',
  emailTwice: 'users.file.reasons.emailTwice',
  noReturnsHere: 'users.file.reasons.noReturnsHere',
  exists: 'users.file.reasons.exists',
  ownAccount: 'users.file.reasons.ownAccount',
} as const satisfies Record<UserReasonKey, TextKey>;

/** Why a row was refused, without the column. */
export const reasonWords = ({ key, row = 0, length = 0, signs = '' }: UserReason, t: Translate): string =>
  t(texts[key], { row, length, signs });
