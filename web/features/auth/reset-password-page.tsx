import { useState } from 'react';
import { paths } from '#shared/paths.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FrontPage } from '#web/ui/front-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { AuthForm } from './auth-form.tsx';
import { CodeField } from './code-field.tsx';
import { EmailField } from './email-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { ShowPassword } from './password-field.tsx';
import { useResetPassword } from './use-reset-password.ts';

/** Sets a new password with the code of an email. */
export const ResetPasswordPage = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { form, captcha, carryEmail } = useResetPassword();
  const [isShown, setShown] = useState(false);
  return (
    <FrontPage title={t('forgotPassword.reset.title')} description={t('forgotPassword.reset.description')}>
      <AuthForm
        form={form}
        captcha={captcha}
        submitLabel={t('forgotPassword.reset.submit')}
        busyLabel={t('forgotPassword.reset.busy')}
      >
        <EmailField field={form.field('email')} />
        <CodeField field={form.field('code')} />
        <NewPasswordFields form={form} isShown={isShown} about={{ email: form.values.email }} />
        <ShowPassword isShown={isShown} onChange={setShown} />
      </AuthForm>
      <Link className="front-link" href={paths.requestCode(place)} onClick={carryEmail}>
        {t('forgotPassword.reset.newCode')}
      </Link>
    </FrontPage>
  );
};
