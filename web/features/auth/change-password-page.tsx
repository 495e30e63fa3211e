import { useId, useState } from 'react';
import type { RegionId } from '#shared/regions.ts';
import type { AuthObject } from '#shared/routes/auth.ts';
import { auth } from '#shared/routes/auth.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { sessionStore, useSession } from '#web/session/session-store.ts';
import { showAlert } from '#web/ui/alerts.ts';
import { useRouteForm } from '#web/ui/form/use-form.ts';
import { Page } from '#web/ui/page.tsx';
import { AccountPanels } from './account-panels.tsx';
import { HiddenUsername } from './auth-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { CodeStep } from './code-step.tsx';
import { NewPasswordFields, newPasswordLabels } from './new-password-fields.tsx';
import { PasswordField, ShowPassword } from './password-field.tsx';

const empty = (region: RegionId) => ({ region, oldPassword: '', newPassword: '', confirmPassword: '' });

/** The form for changing one's own password, which begins a new session here and ends all others. */
const useChangePassword = () => {
  const { region } = usePlace();
  const [isCodeWanted, setCodeWanted] = useState(false);
  const [round, setRound] = useState(0);
  const begin = (session: AuthObject) => {
    sessionStore.signIn(region, session);
    setCodeWanted(false);
    setRound((count) => count + 1);
    form.reset(empty(region));
    showAlert({ key: 'changePassword.done' });
  };
  const form = useRouteForm({
    route: auth.changePassword,
    initial: empty(region),
    labels: { oldPassword: 'password.old', ...newPasswordLabels },
    fieldOfCode: { NotAuthorizedException: { field: 'oldPassword', key: 'changePassword.wrongOldPassword' } },
    onDone: (answer) => {
      if ('challenge' in answer) setCodeWanted(true);
      else begin(answer);
    },
  });
  return { form, isCodeWanted, begin, round };
};

/** Changes one's own password, and shows what else belongs to one's account. */
export const ChangePasswordPage = () => {
  const { t } = useTexts();
  const { form, isCodeWanted, begin, round } = useChangePassword();
  const session = useSession();
  const [isShown, setShown] = useState(false);
  const titleId = useId();
  if (isCodeWanted) {
    return (
      <Page title={t('changePassword.title')} description={t('changePassword.done')}>
        <div className="account-panel">
          <CodeStep onDone={begin} />
        </div>
      </Page>
    );
  }
  return (
    <Page title={t('account.title')}>
      <section className="account-panel" aria-labelledby={titleId}>
        <h2 id={titleId}>{t('changePassword.title')}</h2>
        <p>{t('changePassword.description')}</p>
        <AuthForm form={form} submitLabel={t('changePassword.submit')} busyLabel={t('changePassword.busy')} isQuiet>
          <HiddenUsername email={session?.email} />
          <PasswordField field={form.field('oldPassword')} kind="current-password" isShown={isShown} />
          <NewPasswordFields form={form} isShown={isShown} about={{ email: session?.email, ...session?.store }} />
          <ShowPassword isShown={isShown} onChange={setShown} />
        </AuthForm>
      </section>
      <AccountPanels round={round} />
    </Page>
  );
};
