import { useId, useState } from 'react';
import { auth } from '#shared/api/routes/auth.ts';
import { regions } from '#shared/config/regions.ts';
import type { DailyEmail } from '#shared/users/daily-email.ts';
import { usePlace } from '#web/browser/place.ts';
import { isRetryable } from '#web/data/api-errors.ts';
import { useMutation } from '#web/data/use-mutation.ts';
import { useQuery } from '#web/data/use-query.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { showAlert } from '#web/ui/alerts.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';

// The store field is loaded on demand, because only admins need it and it would double the page's size.
const { Lazy: StoreField } = createLazyComponent(
  async () => (await import('#web/components/forms/store-field.tsx')).StoreField,
);

type SwitchProps = { readonly dailyEmail: DailyEmail; readonly onChange: (newDailyEmail: DailyEmail) => void };

const DailyEmailSwitch = ({ dailyEmail, onChange }: SwitchProps) => {
  const { t, formatInstant } = useTexts();
  const { region } = usePlace();
  const { email = '', isAdminUser = false } = useSession() ?? {};
  const titleId = useId();
  const isOn = dailyEmail.state === 'on';
  const savedStoreId = dailyEmail.state === 'off' ? '' : (dailyEmail.storeId ?? '');
  const [storeId, setStoreId] = useState(savedStoreId);
  const [isStoreMissing, setStoreMissing] = useState(false);
  const createMutationOptions = (key: 'account.dailyEmail.started' | 'account.dailyEmail.ended') => ({
    onDone: (newDailyEmail: DailyEmail) => {
      showAlert({ key });
      onChange(newDailyEmail);
    },
  });
  const start = useMutation(auth.startDailyEmail, createMutationOptions('account.dailyEmail.started'));
  const stop = useMutation(auth.stopDailyEmail, createMutationOptions('account.dailyEmail.ended'));
  const isBusy = start.isBusy || stop.isBusy;
  const failure = start.failure ?? stop.failure;
  const handleStart = () => {
    setStoreMissing(isAdminUser && storeId === '');
    if (isAdminUser && storeId === '') return;
    stop.reset();
    void start.mutate({ region, ...(isAdminUser && { storeId }) });
  };
  const handleStop = () => {
    start.reset();
    void stop.mutate({ region });
  };
  return (
    <section className="account-panel" aria-labelledby={titleId}>
      <div className="account-head">
        <h2 id={titleId}>{t('account.dailyEmail.title')}</h2>
        <Pill tone={isOn ? 'done' : 'ended'}>{t(isOn ? 'account.dailyEmail.on' : 'account.dailyEmail.off')}</Pill>
      </div>
      <p>{t(isAdminUser ? 'account.dailyEmail.aboutStore' : 'account.dailyEmail.about', { email })}</p>
      {dailyEmail.state === 'stopped' && (
        <p className="auth-notice">
          {t(`account.dailyEmail.stopped.${dailyEmail.reason}`, {
            date: formatInstant(dailyEmail.at, regions[region].timeZone),
          })}
        </p>
      )}
      {isAdminUser && (
        <div className="account-store">
          <StoreField
            value={storeId}
            onChange={(newStoreId) => {
              setStoreId(newStoreId);
              setStoreMissing(false);
            }}
            error={isStoreMissing ? t('validation.required') : undefined}
          />
        </div>
      )}
      {failure && (
        <p className="auth-error">
          <FailureText failure={failure} />
        </p>
      )}
      <div className="auth-buttons">
        {!isOn && (
          <PlainButton disabled={isBusy} onClick={handleStart}>
            {t('account.dailyEmail.start')}
          </PlainButton>
        )}
        {isOn && isAdminUser && storeId !== savedStoreId && (
          <PlainButton disabled={isBusy} onClick={handleStart}>
            {t('account.dailyEmail.change')}
          </PlainButton>
        )}
        {isOn && (
          <PlainButton disabled={isBusy} onClick={handleStop}>
            {t('account.dailyEmail.stop')}
          </PlainButton>
        )}
      </div>
    </section>
  );
};

/** Switches the user's daily email on and off. */
export const DailyEmailPanel = () => {
  const { t } = useTexts();
  const { region } = usePlace();
  const { reload, replace, ...query } = useQuery(auth.showDailyEmail, { region });
  if (query.status === 'failed') {
    return (
      <div className="account-panel">
        <p>
          {t('account.dailyEmail.failed')} <FailureText failure={query} />
        </p>
        {isRetryable(query.code) && <PlainButton onClick={reload}>{t('account.dailyEmail.retry')}</PlainButton>}
      </div>
    );
  }
  if (query.status !== 'loaded') return <output className="account-panel">{t('account.dailyEmail.loading')}</output>;
  return <DailyEmailSwitch dailyEmail={query.data} onChange={replace} />;
};
