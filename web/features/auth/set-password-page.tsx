import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import type { AuthObject } from '#shared/routes/auth.ts';
import { auth } from '#shared/routes/auth.ts';
import { usePlace } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { useTexts } from '#web/language/i18n.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { forgetSigningIn, whoSignsIn } from '#web/session/signing-in.ts';
import { takeWantedPage } from '#web/session/wanted-page.ts';
import { showAlert } from '#web/ui/alerts.ts';
import { useRouteForm } from '#web/ui/form/use-form.ts';
import { FrontPage } from '#web/ui/front-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { HiddenUsername, AuthForm, ShowPassword } from './auth-form.tsx';
import { CodeStep, signInAnew } from './code-step.tsx';
import { NewPasswordFields, newPasswordLabels } from './new-password-fields.tsx';

/** The first password of one's own. The server knows by a cookie whose it is, for a quarter of an hour. */
export const SetPasswordPage = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { region } = place;
  const navigate = useNavigate();
  const [{ email }] = useState(() => whoSignsIn(region));
  const [isCodeWanted, setCodeWanted] = useState(false);
  const begin = (session: AuthObject) => {
    sessionStore.signIn(region, session);
    forgetSigningIn(region);
    // Told on the page that comes: what was told before goes with the one that is left.
    void Promise.resolve(navigate(takeWantedPage(place) ?? paths.home(place))).then(() =>
      showAlert({ key: 'setPassword.done' }),
    );
  };
  const form = useRouteForm({
    route: auth.setPassword,
    initial: { region, newPassword: '', confirmPassword: '' },
    labels: newPasswordLabels,
    send: (input) => call(auth.setPassword, input).catch(signInAnew(region, 'setPasswordExpired')),
    onDone: (answer) => {
      if ('challenge' in answer) setCodeWanted(true);
      else begin(answer);
    },
  });
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
