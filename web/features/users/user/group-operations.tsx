import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import '#web/features/users/users.css';
import { roles } from '#shared/groups.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { rolesFor } from '#shared/users/user.ts';
import { whyNot } from '#shared/users/why-not.ts';
import { usePlace } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import { useTexts } from '#web/language/i18n.ts';
import { refusalText } from './refusal-text.ts';
import type { StartOperation } from './use-user-operations.ts';

type Props = {
  readonly user: UserDetails;
  /** Of whoever is signed in. */
  readonly ownEmail: string;
  /** Something is being done to the user already. */
  readonly isBusy: boolean;
  readonly start: StartOperation;
};

/** The groups of the region, and whether the user is in each; one that the region doesn't have can still be left. */
export const GroupOperations = ({ user, ownEmail, isBusy, start }: Props) => {
  const { t } = useTexts();
  const offered = rolesFor(config().regions[usePlace().region]);
  const title = t('users.fields.roles');
  return (
    <Container header={<Header variant="h2">{title}</Header>}>
      <ul className="users-lines" aria-label={title}>
        {roles
          .filter((role) => offered.includes(role) || user.roles.includes(role))
          .map((role) => {
            const group = t(`users.roles.${role}`);
            const isMember = user.roles.includes(role);
            const refusal = isMember ? whyNot.removeFromGroup(user, role, { email: ownEmail }) : undefined;
            const reason = isBusy ? t('users.operations.isBusy') : refusalText(refusal, t);
            return (
              <li key={role}>
                <div>
                  <div className="users-name">{group}</div>
                  <div className="users-soft">{t(`users.operations.groupHints.${role}`)}</div>
                  <StatusIndicator type={isMember ? 'success' : 'stopped'}>
                    {t(isMember ? 'users.operations.isMember' : 'users.operations.isNoMember')}
                  </StatusIndicator>
                </div>
                <Button
                  ariaLabel={t(isMember ? 'users.operations.removeFromGroup' : 'users.operations.addToGroup', {
                    group,
                  })}
                  onClick={() => start({ type: isMember ? 'removeFromGroup' : 'addToGroup', role })}
                  {...(reason !== '' && { disabled: true, disabledReason: reason })}
                >
                  {t(isMember ? 'users.operations.remove' : 'users.operations.add')}
                </Button>
              </li>
            );
          })}
      </ul>
    </Container>
  );
};
