import { useId } from 'react';
import { regions } from '#shared/regions.ts';
import type { Output } from '#shared/route.ts';
import { auth } from '#shared/routes/auth.ts';
import { usePlace } from '#web/browser/place.ts';
import { useMutation } from '#web/data/use-mutation.ts';
import { useTexts } from '#web/language/i18n.ts';
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
  const done = (key: 'account.sessions.ended' | 'account.sessions.endedOthers') => ({
    onDone: () => {
      showAlert({ key });
      onChange();
    },
  });
  const one = useMutation(auth.endSession, done('account.sessions.ended'));
  const others = useMutation(auth.endSession, done('account.sessions.endedOthers'));
  const isBusy = one.isBusy || others.isBusy;
  const failure = one.failure ?? others.failure;
  const time = (iso: string) => formatInstant(iso, regions[region].timeZone);
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
          const since = time(startedAt);
          return (
            <li key={id}>
              <div>
                <strong>{name}</strong>
                <p>{t('account.sessions.times', { since, seen: time(lastSeenAt) })}</p>
              </div>
              {isCurrent ? (
                <Pill tone="done">{t('account.sessions.current')}</Pill>
              ) : (
                <PlainButton
                  aria-label={t('account.sessions.end', { device: name, since })}
                  disabled={isBusy}
                  onClick={() => void one.mutate({ region, session: id })}
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
        <PlainButton disabled={isBusy} onClick={() => void others.mutate({ region })}>
          {t('account.sessions.endOthers')}
        </PlainButton>
      )}
    </section>
  );
};
