import { useId } from 'react';
import type { Output } from '#shared/api/route.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { regions } from '#shared/config/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useMutation } from '#web/data/use-mutation.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { showAlert } from '#web/ui/alerts.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';

type SessionsPanelProps = {
  readonly sessions: Output<typeof auth.listSessions>['sessions'];
  readonly onChange: () => void;
};

export const SessionsPanel = ({ sessions, onChange }: SessionsPanelProps) => {
  const { t, formatInstant } = useTexts();
  const { region } = usePlace();
  const titleId = useId();
  const createMutationOptions = (key: 'account.sessions.ended' | 'account.sessions.endedOthers') => ({
    onDone: () => {
      showAlert({ key });
      onChange();
    },
  });
  const endOne = useMutation(auth.endSession, createMutationOptions('account.sessions.ended'));
  const endOthers = useMutation(auth.endSession, createMutationOptions('account.sessions.endedOthers'));
  const isBusy = endOne.isBusy || endOthers.isBusy;
  const failure = endOne.failure ?? endOthers.failure;
  const formatTime = (iso: string) => formatInstant(iso, regions[region].timeZone);
  return (
    <section className="account-panel" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('account.sessions.title')}</h2>
      <ul className="account-sessions">
        {sessions.map(({ id, device, startedAt, lastSeenAt, isCurrent }) => {
          const browser = t(`account.sessions.browsers.${device.browser}`);
          const name = t('account.sessions.device', {
            browser,
            system: t(`account.sessions.systems.${device.system}`),
          });
          const since = formatTime(startedAt);
          return (
            <li key={id}>
              <div>
                <strong>{name}</strong>
                <p>{t('account.sessions.times', { since, seen: formatTime(lastSeenAt) })}</p>
              </div>
              {isCurrent ? (
                <Pill tone="done">{t('account.sessions.current')}</Pill>
              ) : (
                <PlainButton
                  aria-label={t('account.sessions.end', { device: name, since })}
                  disabled={isBusy}
                  onClick={() => void endOne.mutate({ region, session: id })}
                >
                  {t('account.sessions.endShort')}
                </PlainButton>
              )}
            </li>
          );
        })}
      </ul>
      {failure && (
        <p className="auth-error">
          <FailureText failure={failure} />
        </p>
      )}
      {sessions.some(({ isCurrent }) => !isCurrent) && (
        <PlainButton disabled={isBusy} onClick={() => void endOthers.mutate({ region })}>
          {t('account.sessions.endOthers')}
        </PlainButton>
      )}
    </section>
  );
};
