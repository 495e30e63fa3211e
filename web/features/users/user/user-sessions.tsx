import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import '#web/features/users/users.css';
import { regions } from '#shared/regions.ts';
import type { UserSession } from '#shared/users/sign-in-check.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { StartOperation } from './use-user-operations.ts';

type Props = {
  readonly sessions: readonly UserSession[];
  /** One's own are ended where the password is changed. */
  readonly isOwn: boolean;
  /** Something is being done to the user already. */
  readonly isBusy: boolean;
  readonly start: StartOperation;
};

/** Where a user is signed in; each session can be ended, or all at once. */
export const UserSessions = ({ sessions, isOwn, isBusy, start }: Props) => {
  const { t, formatInstant } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const title = t('users.sessions.title');
  const reason = isOwn ? t('users.sessions.endOwn') : isBusy ? t('users.operations.isBusy') : undefined;
  const refused = (why: string | undefined) => (why === undefined ? {} : { disabled: true, disabledReason: why });
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={
            <Button
              onClick={() => start({ type: 'endSessions' })}
              {...refused(reason ?? (sessions.length === 0 ? t('users.sessions.none') : undefined))}
            >
              {t('users.sessions.endAll')}
            </Button>
          }
        >
          {title}
        </Header>
      }
    >
      {sessions.length === 0 ? (
        t('users.sessions.none')
      ) : (
        <ul className="users-lines" aria-label={title}>
          {sessions.map(({ id, startedAt, lastSeenAt, device: { browser, system } }) => {
            const device = t('users.sessions.device', {
              browser: t(`users.sessions.browsers.${browser}`),
              system: t(`users.sessions.systems.${system}`),
            });
            return (
              <li key={id}>
                <div>
                  <div className="users-name">{device}</div>
                  <div className="users-soft">
                    {t('users.sessions.since', {
                      since: formatInstant(startedAt, timeZone),
                      seen: formatInstant(lastSeenAt, timeZone),
                    })}
                  </div>
                </div>
                <Button
                  ariaLabel={t('users.sessions.endOne', { device })}
                  onClick={() => start({ type: 'endSessions', session: id })}
                  {...refused(reason)}
                >
                  {t('users.sessions.end')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </Container>
  );
};
