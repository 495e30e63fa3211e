import { hasInvisible } from '#shared/text/invisible-characters.ts';
import { useTexts } from '#web/i18n/i18n.ts';

/** Hints about spaces or invisible characters copied with a password, which must match exactly. */
export const PasswordHints = ({ password }: { readonly password: string }) => {
  const { t } = useTexts();
  return (
    <>
      {password !== password.trim() && <p>{t('login.spaces')}</p>}
      {hasInvisible(password) && <p>{t('login.invisible')}</p>}
    </>
  );
};
