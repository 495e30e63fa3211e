import type { ErrorCode } from '#shared/errors.ts';
import type { Translate } from '#web/language/i18n.ts';

/** Why something can't be done to a user, in words. */
export const refusalText = (refusal: ErrorCode | 'secondFactorIsOff' | undefined, t: Translate): string => {
  if (refusal === undefined) return '';
  return refusal === 'secondFactorIsOff' ? t('users.operations.secondFactorIsOff') : t(`errors.${refusal}`);
};
