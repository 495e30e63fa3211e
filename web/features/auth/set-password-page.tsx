import { useState } from 'react';
import { paths } from '#shared/api/paths.ts';
import type { AuthObject } from '#shared/api/routes/auth.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { usePlace } from '#web/browser/place.ts';
import { useRouteForm } from '#web/components/forms/use-form.ts';
import { call } from '#web/data/api.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { forgetEmail } from '#web/session/remembered-email.ts';
import { consumeRequestedPage } from '#web/session/requested-page.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { addAlertToPath } from '#web/ui/alerts.ts';
import { FrontPage } from '#web/ui/front-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { HiddenUsername, AuthForm } from './auth-form.tsx';
import { CodeStep, redirectToLoginIfExpired } from './code-step.tsx';
import { NewPasswordFields, newPasswordLabels } from './new-password-fields.tsx';
import { useVisitState } from './use-visit-state.ts';

/** Page where an invited user sets a password. A cookie identifies the pending sign-in for 15 minutes. */
export const SetPasswordPage = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { region } = place;
  const { email } = useVisitState();
  const [isCodeStep, setIsCodeStep] = useState(false);
  const startSession = (session: AuthObject) => {
    sessionStore.signIn(region, session);
    forgetEmail(region);
    loadDocument(addAlertToPath(consumeRequestedPage(place) ?? paths.home(place), 'passwordSet'));
  };
  const form = useRouteForm({
    route: auth.setPassword,
    initial: { region, newPassword: '', confirmPassword: '' },
    labels: newPasswordLabels,
    send: (input) => call(auth.setPassword, input).catch(redirectToLoginIfExpired(region, 'setPasswordExpired')),
    onDone: (answer) => {
      if ('challenge' in answer) setIsCodeStep(true);
      else startSession(answer);
    },
  });
  if (isCodeStep) {
    return (
      <FrontPage title={t('setPassword.title')}>
        <CodeStep onDone={startSession} />
      </FrontPage>
    );
  }
  // Sign-in stores the email in the tab, so without it there is no pending sign-in. A browser without tab storage has no cookies either.
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
        <NewPasswordFields form={form} owner={{ email }} />
      </AuthForm>
      <Link className="front-link" href={paths.login(place)} reloadDocument>
        {t('forgotPassword.back')}
      </Link>
    </FrontPage>
  );
};
