import { useState } from 'react';
import { paths } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import { keepsCookies } from '#web/browser/keeps-cookies.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FrontPage, OtherCountry } from '#web/ui/front-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { AuthForm } from './auth-form.tsx';
import { CodeStep } from './code-step.tsx';
import { EmailField } from './email-field.tsx';
import { PasswordField, ShowPassword } from './password-field.tsx';
import { useLogin } from './use-login.ts';

/** Signs in to a region. */
export const LoginPage = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { form, captcha, isInvitationExpired, isPageWanted, isCodeWanted, begin, carryEmail } = useLogin();
  const [isShown, setShown] = useState(false);
  const { password } = form.values;
  if (isCodeWanted) {
    return (
      <FrontPage title={t('login.title')}>
        <CodeStep onDone={begin} />
      </FrontPage>
    );
  }
  return (
    <FrontPage title={t('login.title')}>
      {!keepsCookies() && <p className="auth-notice">{t('session.cookiesRefused')}</p>}
      {isInvitationExpired && <p className="auth-notice">{t('login.invitationExpired')}</p>}
      {isPageWanted && <p className="auth-notice">{t('login.wanted')}</p>}
      <AuthForm
        form={form}
        captcha={captcha}
        submitLabel={t('login.submit')}
        busyLabel={t('login.busy')}
        instead={
          <Link href={paths.requestCode(place)} reloadDocument onClick={carryEmail}>
            {t('login.lockedInstead')}
          </Link>
        }
        help={
          form.complaint?.failure?.code === 'NotAuthorizedException' && (
            <>
              {password !== password.trim() && <p>{t('login.spaces')}</p>}
              <p>
                {t('login.here', { region: regions[place.region].title })} <OtherCountry />
              </p>
            </>
          )
        }
      >
        <EmailField field={form.field('email')} />
        <PasswordField field={form.field('password')} kind="current-password" isShown={isShown} />
        <ShowPassword isShown={isShown} onChange={setShown} />
      </AuthForm>
      <Link className="front-link" href={paths.requestCode(place)} reloadDocument onClick={carryEmail}>
        {t('login.forgotPassword')}
      </Link>
    </FrontPage>
  );
};
