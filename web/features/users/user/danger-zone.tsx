import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import '#web/features/users/users.css';
import { operationRefusal } from '#shared/users/own-account.ts';
import { useTexts } from '#web/language/i18n.ts';
import { destructive } from '#web/ui/destructive.ts';
import type { UserProps } from './use-user-operations.ts';

/** What ends an account, for a while or for good; of one's own it says why it can't be done. */
export const DangerZone = ({ user, caller, isBusy, start }: UserProps) => {
  const { t } = useTexts();
  const refusal = operationRefusal.disable(user, caller) ?? operationRefusal.delete(user, caller);
  const meanwhile = isBusy ? { disabled: true, disabledReason: t('users.operations.isBusy') } : {};
  return (
    <Container header={<Header variant="h2">{t('users.user.danger')}</Header>}>
      {refusal ? (
        t(`errors.${refusal}`)
      ) : (
        <div className="users-buttons">
          {/* One button for both, so that the focus stays. */}
          <Button
            {...(user.enabled && { style: destructive })}
            onClick={() => start({ type: user.enabled ? 'disable' : 'enable' })}
            {...meanwhile}
          >
            {t(user.enabled ? 'users.operations.disable' : 'users.operations.enable')}
          </Button>
          <Button style={destructive} onClick={() => start({ type: 'delete' })} {...meanwhile}>
            {t('users.operations.delete')}
          </Button>
        </div>
      )}
    </Container>
  );
};
