import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import '#web/features/users/users.css';
import { regions } from '#shared/regions.ts';
import type { SignInObstacle } from '#shared/users/sign-in-check.ts';
import { rolesFor } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import type { Texts } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { Operation } from './operation.ts';
import type { UserProps } from './use-user-operations.ts';

const obstacleText = (obstacle: SignInObstacle, { t, formatInstant }: Texts, timeZone: string): string => {
  const instant = 'until' in obstacle ? obstacle.until : 'since' in obstacle ? obstacle.since : undefined;
  const when = instant === undefined ? '' : formatInstant(instant, timeZone);
  return t(`users.signIn.obstacles.${obstacle.type}`, { when });
};

type Props = Pick<UserProps, 'isBusy' | 'start'> & { readonly obstacles: readonly SignInObstacle[] };

/** Why somebody can't sign in, or can't do anything once they have, each with what mends it; nothing where nothing is in the way. */
export const SignInPanel = ({ obstacles, isBusy, start }: Props) => {
  const texts = useTexts();
  const { t } = texts;
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
  if (obstacles.length === 0) return null;
  const title = t('users.signIn.obstructed');
  return (
    <Container header={<Header variant="h2">{title}</Header>}>
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
    </Container>
  );
};
