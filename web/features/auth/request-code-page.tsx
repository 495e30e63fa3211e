import { paths } from '#shared/api/paths.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { usePlace } from '#web/browser/place.ts';
import { useRouteForm } from '#web/components/forms/use-form.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { addAlertToPath } from '#web/ui/alerts.ts';
import { FrontPage } from '#web/ui/front-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { AuthForm, EmailField } from './auth-form.tsx';
import { useCaptcha } from './captcha.tsx';
import { useVisitState } from './use-visit-state.ts';

/** Page that requests a code by email. It continues in the same way if the email is unknown, so that it does not reveal who has an account. */
export const RequestCodePage = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { region } = place;
  const { email = '' } = useVisitState();
  const captcha = useCaptcha();
  const form = useRouteForm({
    route: auth.requestCode,
    initial: { region, email, captcha: '' },
    labels: { email: 'login.email', captcha: 'login.captcha.label' },
    messages: { captcha: captcha.messages },
    fieldByErrorCode: { CaptchaFailed: 'captcha' },
    onDone: () => loadDocument(addAlertToPath(paths.resetPassword(place), 'codeSent')),
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
