import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Toggle from '@cloudscape-design/components/toggle';
import '#web/features/users/users.css';
import { roles } from '#shared/groups.ts';
import { operationRefusal } from '#shared/users/own-account.ts';
import { rolesFor } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { UserProps } from './use-user-operations.ts';

/** The groups of the region as switches; one that the region doesn't have can still be left. */
export const GroupOperations = ({ user, caller, isBusy, start }: UserProps) => {
  const { t } = useTexts();
  const offered = rolesFor(config().regions[usePlace().region]);
  const title = t('users.fields.roles');
  return (
    <Container header={<Header variant="h2">{title}</Header>}>
      <ul className="users-lines" aria-label={title}>
        {roles
          .filter((role) => offered.includes(role) || user.roles.includes(role))
          .map((role) => {
            const isMember = user.roles.includes(role);
            const refusal = isMember ? operationRefusal.removeFromGroup(user, role, caller) : undefined;
            return (
              <li key={role}>
                <Toggle
                  checked={isMember}
                  // Not disabled, so that the focus stays.
                  readOnly={isBusy || refusal !== undefined}
                  description={t(refusal ? `errors.${refusal}` : `users.operations.groupHints.${role}`)}
                  onChange={() => start({ type: isMember ? 'removeFromGroup' : 'addToGroup', role })}
                >
                  {t(`users.roles.${role}`)}
                </Toggle>
              </li>
            );
          })}
      </ul>
    </Container>
  );
};
