import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Toggle from '@cloudscape-design/components/toggle';
import '#web/features/users/users.css';
import type { ReactNode } from 'react';
import { regions } from '#shared/config/regions.ts';
import { roles } from '#shared/users/groups.ts';
import { operationRejection } from '#shared/users/operation-rejection.ts';
import type { SignInObstacle, UserSession } from '#shared/users/sign-in-check.ts';
import { findAvailableRoles } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { getConfig } from '#web/data/config.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { destructiveStyle } from '#web/ui/destructive.ts';
import { Pill } from '#web/ui/pill.tsx';
import type { Operation, UserProps } from './operation.ts';

type PanelProps = { readonly title: string; readonly actions?: ReactNode; readonly children: ReactNode };

export const Panel = ({ title, actions, children }: PanelProps) => (
  <Container
    header={
      <Header variant="h2" actions={actions}>
        {title}
      </Header>
    }
  >
    {children}
  </Container>
);

const useBusyProps = (isBusy: boolean) => {
  const { t } = useTexts();
  return isBusy ? { disabled: true, disabledReason: t('users.operations.isBusy') } : {};
};

type SignInProps = Pick<UserProps, 'isBusy' | 'start'> & { readonly obstacles: readonly SignInObstacle[] };

export const SignInPanel = ({ obstacles, isBusy, start }: SignInProps) => {
  const { t, formatInstant } = useTexts();
  const { region } = usePlace();
  // The admin role is assigned deliberately, in the groups panel below.
  const nonAdminRoles = findAvailableRoles(getConfig().regions[region]).filter((role) => role !== 'admin');

  const formatObstacle = (obstacle: SignInObstacle) => {
    const instant = 'until' in obstacle ? obstacle.until : 'since' in obstacle ? obstacle.since : undefined;
    const when = instant === undefined ? '' : formatInstant(instant, regions[region].timeZone);
    return t(`users.signIn.obstacles.${obstacle.type}`, { when });
  };
  const findRemedies = ({ type }: SignInObstacle): readonly { operation: Operation; label: string }[] => {
    // Enabling a user also restores the region's group.
    if (type === 'disabled' || type === 'outsideRegion')
      return [{ operation: { type: 'enable' }, label: t('users.operations.enable') }];
    if (type === 'invited' || type === 'inviteExpired')
      return [{ operation: { type: 'resendInvitation' }, label: t('users.operations.resendInvitation') }];
    if (type !== 'noRole') return [];
    return nonAdminRoles.map((role) => ({
      operation: { type: 'addToGroup', role },
      label: t('users.operations.addToGroup', { group: t(`users.roles.${role}`) }),
    }));
  };
  if (obstacles.length === 0) return null;
  const title = t('users.signIn.obstructed');
  return (
    <Panel title={title}>
      <ul className="users-lines" aria-label={title}>
        {obstacles.map((obstacle) => (
          <li key={obstacle.type}>
            <div>
              <StatusIndicator type="warning" wrapText>
                <span className="users-word">{formatObstacle(obstacle)}</span>
              </StatusIndicator>
            </div>
            <div className="users-buttons">
              {findRemedies(obstacle).map(({ operation, label }) => (
                <Button key={label} loading={isBusy} onClick={() => start(operation)}>
                  {label}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
};

/** Toggles for the region's groups. A group that the region does not offer can still be removed. */
export const GroupOperations = ({ user, caller, isBusy, start }: UserProps) => {
  const { t } = useTexts();
  const availableRoles = findAvailableRoles(getConfig().regions[usePlace().region]);
  const title = t('users.fields.roles');
  return (
    <Panel title={title}>
      <ul className="users-lines" aria-label={title}>
        {roles
          .filter((role) => availableRoles.includes(role) || user.roles.includes(role))
          .map((role) => {
            const isMember = user.roles.includes(role);
            const rejection = isMember ? operationRejection.removeFromGroup(user, role, caller) : undefined;
            return (
              <li key={role}>
                <Toggle
                  checked={isMember}
                  // The toggle is read-only instead of disabled, so that it keeps the focus.
                  readOnly={isBusy || rejection !== undefined}
                  description={t(rejection ? `errors.${rejection}` : `users.operations.groupHints.${role}`)}
                  onChange={() => start({ type: isMember ? 'removeFromGroup' : 'addToGroup', role })}
                >
                  {t(`users.roles.${role}`)}
                </Toggle>
              </li>
            );
          })}
      </ul>
    </Panel>
  );
};

type SessionsProps = UserProps & { readonly sessions: readonly UserSession[] };

export const UserSessions = ({ user, sessions, caller, isBusy, start }: SessionsProps) => {
  const { t, formatInstant } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const title = t('users.signIn.title');
  const isOwnAccount = operationRejection.endSessions(user, caller) !== undefined;
  const rejection = user.secondFactor ? operationRejection.resetSecondFactor(user, caller) : undefined;
  const busyProps = useBusyProps(isBusy);
  const endAllButton = !isOwnAccount && sessions.length > 0 && (
    <Button onClick={() => start({ type: 'endSessions' })} {...busyProps}>
      {t('users.sessions.endAll')}
    </Button>
  );
  return (
    <Panel title={title} actions={endAllButton}>
      <ul className="users-lines" aria-label={title}>
        <li>
          <div>
            <span className="users-name">{t('users.fields.secondFactor')}</span>{' '}
            <Pill tone={user.secondFactor ? 'done' : 'ended'}>{t(user.secondFactor ? 'users.on' : 'users.off')}</Pill>
            {rejection && <div className="users-soft">{t(`errors.${rejection}`)}</div>}
          </div>
          {user.secondFactor && !rejection && (
            <Button onClick={() => start({ type: 'resetSecondFactor' })} {...busyProps}>
              {t('users.operations.resetSecondFactor')}
            </Button>
          )}
        </li>
        {sessions.map(({ id, startedAt, lastSeenAt, device: { browser, system } }) => {
          const device = t('users.sessions.device', {
            browser: t(`users.sessions.browsers.${browser}`),
            system: t(`users.sessions.systems.${system}`),
          });
          const since = formatInstant(startedAt, timeZone);
          const seenText = formatInstant(lastSeenAt, timeZone);
          return (
            <li key={id}>
              <div>
                <div className="users-name">{device}</div>
                <div className="users-soft">{t('users.sessions.since', { since, seen: seenText })}</div>
              </div>
              {!isOwnAccount && (
                <Button
                  ariaLabel={t('users.sessions.endOne', { device })}
                  onClick={() => start({ type: 'endSessions', session: id })}
                  {...busyProps}
                >
                  {t('users.sessions.end')}
                </Button>
              )}
            </li>
          );
        })}
        {sessions.length === 0 && <li className="users-soft">{t('users.sessions.none')}</li>}
        {isOwnAccount && <li className="users-soft">{t('users.sessions.endOwn')}</li>}
      </ul>
    </Panel>
  );
};

export const DangerZone = ({ user, caller, isBusy, start }: UserProps) => {
  const { t } = useTexts();
  const rejection = operationRejection.disable(user, caller) ?? operationRejection.delete(user, caller);
  const busyProps = useBusyProps(isBusy);
  return (
    <Panel title={t('users.user.danger')}>
      {rejection ? (
        t(`errors.${rejection}`)
      ) : (
        <div className="users-buttons">
          {/* One button for both states, so that it keeps the focus. */}
          <Button
            {...(user.enabled && { style: destructiveStyle })}
            onClick={() => start({ type: user.enabled ? 'disable' : 'enable' })}
            {...busyProps}
          >
            {t(user.enabled ? 'users.operations.disable' : 'users.operations.enable')}
          </Button>
          <Button style={destructiveStyle} onClick={() => start({ type: 'delete' })} {...busyProps}>
            {t('users.operations.delete')}
          </Button>
        </div>
      )}
    </Panel>
  );
};
