import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/api/paths.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { usePlace } from '#web/browser/place.ts';
import { useRouteForm } from '#web/components/forms/use-form.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { readSignInDetails } from '#web/session/sign-in-details.ts';
import { addAlertToPath } from '#web/ui/alerts.ts';
import { FrontPage } from '#web/ui/front-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { CodeField, EmailField, AuthForm, ShowPassword } from './auth-form.tsx';
import { useCaptcha } from './captcha.tsx';
import { NewPasswordFields, newPasswordLabels } from './new-password-fields.tsx';

/** Page that requests a code by email. It continues the same way for unknown addresses. */
export const RequestCodePage = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { region } = place;
  const navigate = useNavigate();
  const [{ email = '' }] = useState(() => readSignInDetails(region));
  const captcha = useCaptcha();
  const form = useRouteForm({
    route: auth.requestCode,
    initial: { region, email, captcha: '' },
    labels: { email: 'login.email', captcha: 'login.captcha.label' },
    messages: { captcha: captcha.words },
    fieldByErrorCode: { CaptchaFailed: 'captcha' },
    onDone: () => void navigate(addAlertToPath(paths.resetPassword(place), 'codeSent')),
  });
  return (
    <FrontPage title={t('forgotPassword.request.title')} description={t('forgotPassword.request.description')}>
      <AuthForm
        form={form}
        captcha={{ ...captcha, field: form.field('captcha') }}
        submitLabel={t('forgotPassword.request.submit')}
        busyLabel={t('forgotPassword.request.busy')}
      >
        <EmailField field={form.field('email')} />
      </AuthForm>
      <Link className="front-link" href={paths.resetPassword(place)}>
        {t('forgotPassword.request.haveCode')}
      </Link>
      <Link className="front-link" href={paths.login(place)} reloadDocument>
        {t('forgotPassword.back')}
      </Link>
    </FrontPage>
  );
};

export const ResetPasswordPage = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { region } = place;
  const [{ email = '' }] = useState(() => readSignInDetails(region));
  const captcha = useCaptcha();
  const form = useRouteForm({
    route: auth.resetPassword,
    initial: { region, email, code: '', newPassword: '', confirmPassword: '', captcha: '' },
    labels: {
      email: 'login.email',
      code: 'forgotPassword.reset.code',
      ...newPasswordLabels,
      captcha: 'login.captcha.label',
    },
    messages: { captcha: captcha.words },
    fieldByErrorCode: { CodeMismatchException: 'code', CaptchaFailed: 'captcha' },
    onDone: () => loadDocument(addAlertToPath(paths.login(place), 'passwordReset')),
  });
  const [isShown, setShown] = useState(false);
  return (
    <FrontPage title={t('forgotPassword.reset.title')} description={t('forgotPassword.reset.description')}>
      <AuthForm
        form={form}
        captcha={{ ...captcha, field: form.field('captcha') }}
        submitLabel={t('forgotPassword.reset.submit')}
        busyLabel={t('forgotPassword.reset.busy')}
      >
        <EmailField field={form.field('email')} />
        <CodeField field={form.field('code')} />
        <NewPasswordFields form={form} isShown={isShown} about={{ email: form.values.email }} />
        <ShowPassword isShown={isShown} onChange={setShown} />
      </AuthForm>
      <Link className="front-link" href={paths.requestCode(place)}>
        {t('forgotPassword.reset.newCode')}
      </Link>
    </FrontPage>
  );
};
