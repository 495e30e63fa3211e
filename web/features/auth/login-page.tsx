import { useState } from 'react';
import { paths } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import type { AuthObject } from '#shared/routes/auth.ts';
import { auth } from '#shared/routes/auth.ts';
import { keepsCookies } from '#web/browser/keeps-cookies.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { forgetSigningIn, whoSignsIn } from '#web/session/signing-in.ts';
import { takeWantedPage, wantedPage } from '#web/session/wanted-page.ts';
import { alertStore } from '#web/ui/alerts.ts';
import { useRouteForm } from '#web/ui/form/use-form.ts';
import { FrontPage, OtherCountry } from '#web/ui/front-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { EmailField, AuthForm, PasswordField, ShowPassword } from './auth-form.tsx';
import { useCaptcha } from './captcha.tsx';
import { CodeStep } from './code-step.tsx';
import { PasswordHints } from './password-hints.tsx';

export const LoginPage = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { region } = place;
  const captcha = useCaptcha();
  const [{ email = '', expires }] = useState(() => whoSignsIn(region));
  // Only the link says so: asked of the server, the answer would tell strangers who is invited.
  const [isInvitationExpired] = useState(() => expires !== undefined && Date.parse(expires) <= Date.now());
  // Where something else has led here, that is said already.
  const [isPageWanted] = useState(
    () => alertStore.get().length === 0 && ![undefined, paths.home(place)].includes(wantedPage(place)),
  );
  const [isCodeWanted, setCodeWanted] = useState(false);
  const begin = (session: AuthObject) => {
    sessionStore.signIn(region, session);
    forgetSigningIn(region);
    const wanted = takeWantedPage(place) ?? paths.home(place);
    // An admin who is none yet: first to where that can be mended.
    loadDocument(session.secondFactorMissing ? paths.changePassword(place) : wanted);
  };
  const form = useRouteForm({
    route: auth.login,
    initial: { region, email, password: '', captcha: '' },
    labels: { email: 'login.email', password: 'login.password', captcha: 'login.captcha.label' },
    words: { captcha: captcha.words },
    fieldOfCode: { CaptchaFailed: 'captcha' },
    // Each way leads to a new document, whose content policy does not let the captcha provider in.
    onDone: (answer) => {
      if ('challenge' in answer && answer.challenge === 'secondFactor') return setCodeWanted(true);
      if ('challenge' in answer) return loadDocument(paths.setPassword(place));
      begin(answer);
    },
  });
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
        captcha={{ ...captcha, field: form.field('captcha') }}
        submitLabel={t('login.submit')}
        busyLabel={t('login.busy')}
        instead={
          <Link href={paths.requestCode(place)} reloadDocument>
            {t('login.lockedInstead')}
          </Link>
        }
        help={
          form.complaint?.failure?.code === 'NotAuthorizedException' && (
            <>
              <PasswordHints password={password} />
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
      <Link className="front-link" href={paths.requestCode(place)} reloadDocument>
        {t('login.forgotPassword')}
      </Link>
    </FrontPage>
  );
};
