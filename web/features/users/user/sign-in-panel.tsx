import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import '#web/features/users/users.css';
import { useEffect, useRef } from 'react';
import { regions } from '#shared/regions.ts';
import type { SignInObstacle } from '#shared/users/sign-in-check.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { rolesFor } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import type { Texts } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { Operation } from './operation.ts';
import type { StartOperation } from './use-user-operations.ts';

const obstacleText = (obstacle: SignInObstacle, { t, formatInstant }: Texts, timeZone: string): string => {
  const instant = 'until' in obstacle ? obstacle.until : 'since' in obstacle ? obstacle.since : undefined;
  const when = instant === undefined ? '' : formatInstant(instant, timeZone);
  return t(`users.signIn.obstacles.${obstacle.type}`, { when });
};

type Props = {
  readonly user: UserDetails;
  readonly obstacles: readonly SignInObstacle[];
  readonly isBusy: boolean;
  readonly start: StartOperation;
};

/** Why somebody can't sign in, or can't do anything once they have, each with what mends it. */
export const SignInPanel = ({ user, obstacles, isBusy, start }: Props) => {
  const texts = useTexts();
  const { t, formatInstant } = texts;
  const { region } = usePlace();
  const { timeZone } = regions[region];
  // Whoever is to be an admin is made one below, on purpose.
  const everyday = rolesFor(config().regions[region]).filter((role) => role !== 'admin');

  const mendedBy = ({ type }: SignInObstacle): readonly Operation[] => {
    // Enabling also gives the region's group back.
    if (type === 'disabled' || type === 'outsideRegion') return [{ type: 'enable' }];
    if (type === 'invited' || type === 'inviteExpired') return [{ type: 'resendInvitation' }];
    return type === 'noRole' ? everyday.map((role) => ({ type: 'addToGroup', role })) : [];
  };
  const label = (operation: Operation) => {
    if (operation.type === 'enable') return t('users.operations.enable');
    return 'role' in operation
      ? t('users.operations.addToGroup', { group: t(`users.roles.${operation.role}`) })
      : t('users.operations.resendInvitation');
  };
  const last =
    user.lastSignInAt === undefined
      ? t('users.signIn.neverYet')
      : t('users.signIn.last', { when: formatInstant(user.lastSignInAt, timeZone) });
  const title = t(obstacles.length === 0 ? 'users.signIn.title' : 'users.signIn.obstructed');

  // A button goes with what it has mended, and would take the focus with it.
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(obstacles);
  useEffect(() => {
    if (shown.current !== obstacles && document.activeElement === document.body) panel.current?.focus();
    shown.current = obstacles;
  }, [obstacles]);
  return (
    <Container header={<Header variant="h2">{title}</Header>}>
      <div ref={panel} tabIndex={-1} className="users-panel">
        {obstacles.length === 0 ? (
          <>
            <StatusIndicator type="success" wrapText>
              <span className="users-word">{t('users.signIn.nothing')}</span>
            </StatusIndicator>
            <div className="users-soft">{last}</div>
          </>
        ) : (
          <ul className="users-lines" aria-label={title}>
            {obstacles.map((obstacle) => (
              <li key={obstacle.type}>
                <div>
                  <StatusIndicator type="warning" wrapText>
                    <span className="users-word">{obstacleText(obstacle, texts, timeZone)}</span>
                  </StatusIndicator>
                </div>
                <div className="users-buttons">
                  {mendedBy(obstacle).map((operation) => (
                    <Button key={label(operation)} loading={isBusy} onClick={() => start(operation)}>
                      {label(operation)}
                    </Button>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Container>
  );
};
