import Button from '@cloudscape-design/components/button';
import '#web/features/users/users.css';
import { regions } from '#shared/regions.ts';
import { operationRefusal } from '#shared/users/operation-refusal.ts';
import type { UserSession } from '#shared/users/sign-in-check.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { Pill } from '#web/ui/pill.tsx';
import type { UserProps } from './operation.ts';
import { Panel, useMeanwhile } from './user-panels.tsx';

type Props = UserProps & { readonly sessions: readonly UserSession[] };

export const UserSessions = ({ user, sessions, caller, isBusy, start }: Props) => {
  const { t, formatInstant } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const title = t('users.signIn.title');
  const isOwn = operationRefusal.endSessions(user, caller) !== undefined;
  const refusal = user.secondFactor ? operationRefusal.resetSecondFactor(user, caller) : undefined;
  const meanwhile = useMeanwhile(isBusy);
  const endAll = !isOwn && sessions.length > 0 && (
    <Button onClick={() => start({ type: 'endSessions' })} {...meanwhile}>
      {t('users.sessions.endAll')}
    </Button>
  );
  return (
    <Panel title={title} actions={endAll}>
      <ul className="users-lines" aria-label={title}>
        <li>
          <div>
            <span className="users-name">{t('users.fields.secondFactor')}</span>{' '}
            <Pill tone={user.secondFactor ? 'done' : 'ended'}>{t(user.secondFactor ? 'users.on' : 'users.off')}</Pill>
            {refusal && <div className="users-soft">{t(`errors.${refusal}`)}</div>}
          </div>
          {user.secondFactor && !refusal && (
            <Button onClick={() => start({ type: 'resetSecondFactor' })} {...meanwhile}>
              {t('users.operations.resetSecondFactor')}
            </Button>
          )}
        </li>
        {sessions.map(({ id, startedAt, lastSeenAt, device: { browser, system } }) => {
          const device = t('users.sessions.device', {
            browser: t(`users.sessions.browsers.${browser}`),
            system: t(`users.sessions.systems.${system}`),
          });
          const [since, seen] = [formatInstant(startedAt, timeZone), formatInstant(lastSeenAt, timeZone)];
          return (
            <li key={id}>
              <div>
                <div className="users-name">{device}</div>
                <div className="users-soft">{t('users.sessions.since', { since, seen })}</div>
              </div>
              {!isOwn && (
                <Button
                  ariaLabel={t('users.sessions.endOne', { device })}
                  onClick={() => start({ type: 'endSessions', session: id })}
                  {...meanwhile}
                >
                  {t('users.sessions.end')}
                </Button>
              )}
            </li>
          );
        })}
        {sessions.length === 0 && <li className="users-soft">{t('users.sessions.none')}</li>}
        {isOwn && <li className="users-soft">{t('users.sessions.endOwn')}</li>}
      </ul>
    </Panel>
  );
};
