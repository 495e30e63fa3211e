import { auth } from '#shared/routes/auth.ts';
import { usePlace } from '#web/browser/place.ts';
import { mayPass } from '#web/data/api-errors.ts';
import { QueryScope } from '#web/data/query-scope.tsx';
import { useQuery } from '#web/data/use-query.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** What else belongs to one's account: one-time codes, and where one is signed in. */
export const AccountPanels = ({
  round,
}: {
  /** Rises when a new session has begun here. */ readonly round: number;
}) => {
  const { region } = usePlace();
  return (
    <QueryScope key={`${region} ${round}`}>
      <Panels />
    </QueryScope>
  );
};

const Panels = () => {
  const { t } = useTexts();
  const { region } = usePlace();
  const { reload, refresh, ...query } = useQuery(auth.listSessions, { region });
  if (query.status === 'failed') {
    return (
      <div className="account-panel">
        <p>
          {t('account.sessions.failed')} <FailureText failure={query} />
        </p>
        {mayPass(query.code) && <PlainButton onClick={reload}>{t('account.sessions.retry')}</PlainButton>}
      </div>
    );
  }
  if (query.status !== 'loaded') return <output className="account-panel">{t('account.sessions.loading')}</output>;
  // In the background, so that neither panel goes away meanwhile; where that fails, everything is asked anew.
  const update = () => void refresh().catch(reload);
  return (
    <>
      <SecondFactorPanel isOn={query.data.secondFactor} onChange={update} />
      <SessionsPanel sessions={query.data.sessions} onChange={update} />
    </>
  );
};
