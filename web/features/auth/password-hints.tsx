import { hasInvisible } from '#shared/text/invisible-characters.ts';
import { useTexts } from '#web/language/i18n.ts';

/** What may have come along when a password was copied, which counts to the letter. */
export const PasswordHints = ({ password }: { readonly password: string }) => {
  const { t } = useTexts();
  return (
    <>
      {password !== password.trim() && <p>{t('login.spaces')}</p>}
      {hasInvisible(password) && <p>{t('login.invisible')}</p>}
    </>
  );
};
