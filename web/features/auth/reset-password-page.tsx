import { paths } from '#shared/api/paths.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { usePlace } from '#web/browser/place.ts';
import { useRouteForm } from '#web/components/forms/use-form.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { addAlertToPath } from '#web/ui/alerts.ts';
import { FrontPage } from '#web/ui/front-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { AuthForm, CodeField, EmailField } from './auth-form.tsx';
import { useCaptcha } from './captcha.tsx';
import { NewPasswordFields, newPasswordLabels } from './new-password-fields.tsx';
import { useVisitState } from './use-visit-state.ts';

export const ResetPasswordPage = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { region } = place;
  const { email = '' } = useVisitState();
  const captcha = useCaptcha();
  const form = useRouteForm({
    route: auth.resetPassword,
    initial: {
      region,
      email,
      code: '',
      newPassword: '',
      confirmPassword: '',
      captcha: '',
    },
    labels: {
      email: 'login.email',
      code: 'forgotPassword.reset.code',
      ...newPasswordLabels,
      captcha: 'login.captcha.label',
    },
    messages: { captcha: captcha.messages },
    fieldByErrorCode: { CodeMismatchException: 'code', CaptchaFailed: 'captcha' },
    onDone: () => loadDocument(addAlertToPath(paths.login(place), 'passwordReset')),
  });
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
        <NewPasswordFields form={form} owner={{ email: form.values.email }} />
      </AuthForm>
      <Link className="front-link" href={paths.requestCode(place)}>
        {t('forgotPassword.reset.newCode')}
      </Link>
    </FrontPage>
  );
};
