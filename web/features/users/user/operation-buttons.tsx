import Button from '@cloudscape-design/components/button';
import '#web/features/users/users.css';
import type { UserDetails } from '#shared/users/user.ts';
import { whyNot } from '#shared/users/why-not.ts';
import { useTexts } from '#web/language/i18n.ts';
import { destructive } from '#web/ui/destructive.ts';
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

/** What can be done with the account itself; what can't says why. */
export const OperationButtons = ({ user, ownEmail, isBusy, start }: Props) => {
  const { t } = useTexts();
  const caller = { email: ownEmail };
  const refused = (refusal: Parameters<typeof refusalText>[0]) => {
    const reason = isBusy ? t('users.operations.isBusy') : refusalText(refusal, t);
    return reason === '' ? {} : { disabled: true, disabledReason: reason };
  };
  return (
    <div className="users-buttons">
      <Button onClick={() => start({ type: 'resendInvitation' })} {...refused(whyNot.resendInvitation(user))}>
        {t('users.operations.resendInvitation')}
      </Button>
      {/* One button for both, so that the focus stays. */}
      <Button
        onClick={() => start({ type: user.enabled ? 'disable' : 'enable' })}
        {...refused(user.enabled ? whyNot.disable(user, caller) : undefined)}
      >
        {t(user.enabled ? 'users.operations.disable' : 'users.operations.enable')}
      </Button>
      <Button onClick={() => start({ type: 'resetSecondFactor' })} {...refused(whyNot.resetSecondFactor(user, caller))}>
        {t('users.operations.resetSecondFactor')}
      </Button>
      <Button style={destructive} onClick={() => start({ type: 'delete' })} {...refused(whyNot.delete(user, caller))}>
        {t('users.operations.delete')}
      </Button>
    </div>
  );
};
