import { auth } from '#shared/api/routes/auth.ts';
import type { AuthObject } from '#shared/api/routes/auth.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useRouteForm } from '#web/components/forms/use-form.ts';
import { isSignedOut } from '#web/data/api-errors.ts';
import { call } from '#web/data/api.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { goToLogin } from '#web/session/end-session.ts';
import type { RouteAlert } from '#web/ui/alerts.ts';
import { CodeField, AuthForm } from './auth-form.tsx';

/** Returns an error handler that redirects to sign-in with an alert when the sign-in challenge has expired. Rethrows other errors. */
export const redirectToLoginIfExpired =
  (region: RegionId, alert: RouteAlert) =>
  (error: unknown): Promise<never> => {
    if (!isSignedOut(error)) throw error;
    goToLogin(region, { alert });
    // Never resolve, so that the form stays busy until the sign-in page loads.
    return new Promise(() => undefined);
  };

export const CodeStep = ({ onDone }: { readonly onDone: (session: AuthObject) => void }) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const form = useRouteForm({
    route: auth.answerCode,
    initial: { region, code: '' },
    labels: { code: 'login.code.label' },
    send: (input) => call(auth.answerCode, input).catch(redirectToLoginIfExpired(region, 'codeExpired')),
    fieldByErrorCode: { CodeMismatchException: { field: 'code', key: 'login.code.wrong' } },
    onDone,
  });
  return (
    <AuthForm form={form} submitLabel={t('login.code.submit')} busyLabel={t('login.code.busy')}>
      <p>{t('login.code.text')}</p>
      <CodeField field={form.field('code')} isFocused />
      <p className="auth-small">{t('login.code.lost')}</p>
    </AuthForm>
  );
};
