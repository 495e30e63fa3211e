import { useId, useState } from 'react';
import { bookingAudience, isInAudience } from '#shared/api/policies.ts';
import { auth } from '#shared/api/routes/auth.ts';
import type { AuthObject } from '#shared/api/routes/auth.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useRouteForm } from '#web/components/forms/use-form.ts';
import { isRetryable } from '#web/data/api-errors.ts';
import { getConfig } from '#web/data/config.ts';
import { QueryScope } from '#web/data/query-scope.tsx';
import { useQuery } from '#web/data/use-query.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { sessionStore, useSession } from '#web/session/session-store.ts';
import { showAlert } from '#web/ui/alerts.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Page } from '#web/ui/page.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { HiddenUsername, AuthForm, PasswordField } from './auth-form.tsx';
import { CodeStep } from './code-step.tsx';
import { DailyEmailPanel } from './daily-email-panel.tsx';
import { NewPasswordFields, newPasswordLabels } from './new-password-fields.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

const createBlankValues = (region: RegionId) => ({ region, oldPassword: '', newPassword: '', confirmPassword: '' });

const AccountPanels = () => {
  const { t } = useTexts();
  const { region } = usePlace();
  const { reload, refresh, ...query } = useQuery(auth.listSessions, { region });
  if (query.status === 'failed') {
    return (
      <div className="account-panel">
        <p>
          {t('account.sessions.failed')} <FailureText failure={query} />
        </p>
        {isRetryable(query.code) && <PlainButton onClick={reload}>{t('account.sessions.retry')}</PlainButton>}
      </div>
    );
  }
  if (query.status !== 'loaded') return <output className="account-panel">{t('account.sessions.loading')}</output>;
  // Refresh in the background so that both panels stay visible; on failure, reload with the loading state.
  const update = () => void refresh().catch(reload);
  return (
    <>
      <SecondFactorPanel isOn={query.data.secondFactor} onChange={update} />
      <SessionsPanel sessions={query.data.sessions} onChange={update} />
    </>
  );
};

export const ChangePasswordPage = () => {
  const { t } = useTexts();
  const { region } = usePlace();
  const [isCodeStep, setIsCodeStep] = useState(false);
  // The panels below load again after each change, because it ends the user's other sessions.
  const [passwordChangeCount, setPasswordChangeCount] = useState(0);
  const startSession = (session: AuthObject) => {
    sessionStore.signIn(region, session);
    setIsCodeStep(false);
    setPasswordChangeCount((count) => count + 1);
    form.reset(createBlankValues(region));
    showAlert({ key: 'changePassword.done' });
  };
  const form = useRouteForm({
    route: auth.changePassword,
    initial: createBlankValues(region),
    labels: { oldPassword: 'password.old', ...newPasswordLabels },
    fieldByErrorCode: { NotAuthorizedException: { field: 'oldPassword', key: 'changePassword.wrongOldPassword' } },
    onDone: (answer) => {
      if ('challenge' in answer) setIsCodeStep(true);
      else startSession(answer);
    },
  });
  const session = useSession();
  const titleId = useId();
  const hasDailyEmail = getConfig().hasDailyEmail && session !== undefined && isInAudience(session, bookingAudience);
  if (isCodeStep) {
    return (
      <Page title={t('changePassword.title')} description={t('changePassword.done')}>
        <div className="account-panel">
          <CodeStep onDone={startSession} />
        </div>
      </Page>
    );
  }
  return (
    <Page title={t('account.title')}>
      <section className="account-panel" aria-labelledby={titleId}>
        <h2 id={titleId}>{t('changePassword.title')}</h2>
        <p>{t('changePassword.description')}</p>
        <AuthForm form={form} submitLabel={t('changePassword.submit')} busyLabel={t('changePassword.busy')} isSecondary>
          <HiddenUsername email={session?.email} />
          <PasswordField field={form.field('oldPassword')} kind="current-password" />
          <NewPasswordFields form={form} owner={{ email: session?.email, ...session?.store }} />
        </AuthForm>
      </section>
      <QueryScope key={`${region} ${passwordChangeCount}`}>
        {hasDailyEmail && <DailyEmailPanel />}
        <AccountPanels />
      </QueryScope>
    </Page>
  );
};
