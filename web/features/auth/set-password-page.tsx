import { useState } from 'react';
import { paths } from '#shared/paths.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FrontPage } from '#web/ui/front-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { AuthForm } from './auth-form.tsx';
import { CodeStep } from './code-step.tsx';
import { HiddenUsername } from './email-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { ShowPassword } from './password-field.tsx';
import { useSetPassword } from './use-set-password.ts';

/** Where the first sign-in after an invitation leads. */
export const SetPasswordPage = () => {
  const { t } = useTexts();
  const { form, email, isCodeWanted, begin } = useSetPassword();
  const place = usePlace();
  const [isShown, setShown] = useState(false);
  if (isCodeWanted) {
    return (
      <FrontPage title={t('setPassword.title')}>
        <CodeStep onDone={begin} />
      </FrontPage>
    );
  }
  // Signing in leaves the address in the tab. A browser that keeps no such thing keeps no cookie either.
  if (email === undefined) {
    return (
      <FrontPage title={t('setPassword.title')} description={t('setPassword.signInFirst')}>
        <Link className="front-link" href={paths.login(place)} reloadDocument>
          {t('forgotPassword.back')}
        </Link>
      </FrontPage>
    );
  }
  return (
    <FrontPage title={t('setPassword.title')} description={t('setPassword.description')}>
      <AuthForm form={form} submitLabel={t('setPassword.submit')} busyLabel={t('setPassword.busy')}>
        <HiddenUsername email={email} />
        <NewPasswordFields form={form} isShown={isShown} about={{ email }} />
        <ShowPassword isShown={isShown} onChange={setShown} />
      </AuthForm>
      <Link className="front-link" href={paths.login(place)} reloadDocument>
        {t('forgotPassword.back')}
      </Link>
    </FrontPage>
  );
};
