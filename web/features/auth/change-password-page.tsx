import { useId, useState } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { Page } from '#web/ui/page.tsx';
import { AccountPanels } from './account-panels.tsx';
import { AuthForm } from './auth-form.tsx';
import { CodeStep } from './code-step.tsx';
import { HiddenUsername } from './email-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PasswordField, ShowPassword } from './password-field.tsx';
import { useChangePassword } from './use-change-password.ts';

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
