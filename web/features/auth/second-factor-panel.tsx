import { useId, useState } from 'react';
import type { Output } from '#shared/api/route.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { regions } from '#shared/config/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useRouteForm } from '#web/components/forms/use-form.ts';
import { refreshSession } from '#web/data/api.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { showAlert } from '#web/ui/alerts.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { CodeField, AuthForm, PasswordField } from './auth-form.tsx';

const { Lazy: QrCode } = createLazyComponent(async () => (await import('./qr-code.tsx')).QrCode);

/** Setup that is pending until the user confirms it with a code of the authenticator app. */
type PendingSetup = Output<typeof auth.startSecondFactor>;

const wrongPasswordError = {
  NotAuthorizedException: { field: 'password', key: 'changePassword.wrongOldPassword' },
} as const;
const wrongCodeError = { CodeMismatchException: { field: 'code', key: 'login.code.wrong' } } as const;

const StartStep = ({ onDone }: { readonly onDone: (setup: PendingSetup) => void }) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const form = useRouteForm({
    route: auth.startSecondFactor,
    initial: { region, password: '' },
    labels: { password: 'account.codes.password' },
    fieldByErrorCode: wrongPasswordError,
    onDone,
  });
  return (
    <AuthForm form={form} submitLabel={t('account.codes.start')} busyLabel={t('account.codes.starting')} isSecondary>
      <PasswordField field={form.field('password')} kind="current-password" />
    </AuthForm>
  );
};

type ConfirmProps = { readonly setup: PendingSetup; readonly onDone: () => void; readonly onCancel: () => void };

const ConfirmStep = ({ setup: { secret }, onDone, onCancel }: ConfirmProps) => {
  const { t } = useTexts();
  const session = useSession();
  const { region } = usePlace();
  const form = useRouteForm({
    route: auth.confirmSecondFactor,
    initial: { region, code: '' },
    labels: { code: 'account.codes.code' },
    fieldByErrorCode: wrongCodeError,
    onDone,
  });
  return (
    <ol className="account-steps">
      <li>{t('account.codes.app')}</li>
      <li>
        {t('account.codes.scan')}
        <div className="qr-place">
          <QrCode
            label={t('account.codes.picture')}
            issuer={`${t('shell.siteName')} ${regions[region].prefix}`}
            email={session?.email ?? ''}
            secret={secret}
          />
        </div>
        <p>
          {t('account.codes.secret')} <code className="account-secret">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
        </p>
      </li>
      <li>
        <AuthForm
          form={form}
          submitLabel={t('account.codes.confirm')}
          busyLabel={t('account.codes.confirming')}
          secondaryAction={<PlainButton onClick={onCancel}>{t('account.codes.cancel')}</PlainButton>}
        >
          <CodeField field={form.field('code')} isFocused />
        </AuthForm>
      </li>
    </ol>
  );
};

const StopStep = ({ onDone }: { readonly onDone: () => void }) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const form = useRouteForm({
    route: auth.stopSecondFactor,
    initial: { region, password: '', code: '' },
    labels: { password: 'account.codes.password', code: 'account.codes.code' },
    fieldByErrorCode: { ...wrongPasswordError, ...wrongCodeError },
    onDone,
  });
  return (
    <AuthForm form={form} submitLabel={t('account.codes.stop')} busyLabel={t('account.codes.stopping')} isSecondary>
      <PasswordField field={form.field('password')} kind="current-password" />
      <CodeField field={form.field('code')} />
    </AuthForm>
  );
};

type SecondFactorPanelProps = { readonly isOn: boolean; readonly onChange: () => void };

export const SecondFactorPanel = ({ isOn, onChange }: SecondFactorPanelProps) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const session = useSession();
  const titleId = useId();
  const [pendingSetup, setPendingSetup] = useState<PendingSetup>();
  const createChangeHandler = (key: 'account.codes.switchedOn' | 'account.codes.switchedOff') => () => {
    showAlert({ key });
    setPendingSetup(undefined);
    onChange();
    // Refreshes the session, because some stages give admin rights only with a second factor.
    void refreshSession(region).catch(() => undefined);
  };
  return (
    <section className="account-panel" aria-labelledby={titleId}>
      <div className="account-head">
        <h2 id={titleId}>{t('account.codes.title')}</h2>
        <Pill tone={isOn ? 'done' : 'ended'}>{t(isOn ? 'account.codes.on' : 'account.codes.off')}</Pill>
      </div>
      {session?.secondFactorMissing && (
        <p className="auth-notice">{t(isOn ? 'account.codes.signInAgain' : 'account.codes.demanded')}</p>
      )}
      <p>{t('account.codes.about')}</p>
      {isOn && <StopStep onDone={createChangeHandler('account.codes.switchedOff')} />}
      {!isOn && pendingSetup === undefined && <StartStep onDone={setPendingSetup} />}
      {!isOn && pendingSetup !== undefined && (
        <ConfirmStep
          setup={pendingSetup}
          onDone={createChangeHandler('account.codes.switchedOn')}
          onCancel={() => setPendingSetup(undefined)}
        />
      )}
    </section>
  );
};
