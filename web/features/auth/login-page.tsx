import { useState } from 'react';
import { paths } from '#shared/api/paths.ts';
import type { AuthObject } from '#shared/api/routes/auth.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { regions } from '#shared/config/regions.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { usePlace } from '#web/browser/place.ts';
import { useRouteForm } from '#web/components/forms/use-form.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { TextKey } from '#web/i18n/i18n.ts';
import { forgetEmail } from '#web/session/remembered-email.ts';
import { consumeRequestedPage } from '#web/session/requested-page.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { OptionalPart } from '#web/static/prerender.tsx';
import { FrontPage, OtherCountryLink } from '#web/ui/front-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { EmailField, AuthForm, PasswordField } from './auth-form.tsx';
import { useCaptcha } from './captcha.tsx';
import { CodeStep } from './code-step.tsx';
import type { LoginNotice } from './login-notices.ts';
import { PasswordHints } from './password-hints.tsx';
import { useVisitState } from './use-visit-state.ts';

/** Texts by notice; `wanted` says that the requested page needs a sign-in. */
const noticeTexts = {
  cookiesRefused: 'session.cookiesRefused',
  invitationExpired: 'login.invitationExpired',
  wanted: 'login.wanted',
} as const satisfies Record<LoginNotice, TextKey>;

export const LoginPage = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { region } = place;
  const captcha = useCaptcha();
  const { email = '', notices } = useVisitState();
  const [isCodeStep, setIsCodeStep] = useState(false);
  const startSession = (session: AuthObject) => {
    sessionStore.signIn(region, session);
    forgetEmail(region);
    const nextPath = consumeRequestedPage(place) ?? paths.home(place);
    // An admin without the required second factor has no admin rights yet, so open its setup first.
    loadDocument(session.secondFactorMissing ? paths.changePassword(place) : nextPath);
  };
  const form = useRouteForm({
    route: auth.login,
    initial: { region, email, password: '', captcha: '' },
    labels: { email: 'login.email', password: 'login.password', captcha: 'login.captcha.label' },
    messages: { captcha: captcha.messages },
    fieldByErrorCode: { CaptchaFailed: 'captcha' },
    // Sign-in continues in a new document, whose content security policy excludes the captcha provider.
    onDone: (answer) => {
      if ('challenge' in answer && answer.challenge === 'secondFactor') return setIsCodeStep(true);
      if ('challenge' in answer) return loadDocument(paths.setPassword(place));
      startSession(answer);
    },
  });
  const { password } = form.values;
  if (isCodeStep) {
    return (
      <FrontPage title={t('login.title')}>
        <CodeStep onDone={startSession} />
      </FrontPage>
    );
  }
  return (
    <FrontPage title={t('login.title')}>
      {(Object.keys(noticeTexts) as LoginNotice[]).map((notice) => (
        <OptionalPart key={notice} name={notice} isShown={notices.includes(notice)}>
          <p className="auth-notice">{t(noticeTexts[notice])}</p>
        </OptionalPart>
      ))}
      <AuthForm
        form={form}
        captcha={{ ...captcha, field: form.field('captcha') }}
        submitLabel={t('login.submit')}
        busyLabel={t('login.busy')}
        lockedAction={
          <Link href={paths.requestCode(place)} reloadDocument>
            {t('login.lockedInstead')}
          </Link>
        }
        help={
          form.errorSummary?.failure?.code === 'NotAuthorizedException' && (
            <>
              <PasswordHints password={password} />
              <p>
                {t('login.here', { region: regions[place.region].title })} <OtherCountryLink />
              </p>
            </>
          )
        }
      >
        <EmailField field={form.field('email')} />
        <PasswordField
          field={form.field('password')}
          kind="current-password"
          link={
            <Link className="auth-forgot" href={paths.requestCode(place)} reloadDocument>
              {t('login.forgotPassword')}
            </Link>
          }
        />
      </AuthForm>
    </FrontPage>
  );
};
