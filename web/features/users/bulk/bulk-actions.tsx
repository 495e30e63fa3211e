import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { jobs } from '#shared/api/routes/jobs.ts';
import type { BulkAction } from '#shared/jobs/job.ts';
import { bulkActions } from '#shared/jobs/job.ts';
import type { Role } from '#shared/users/groups.ts';
import type { UserSummary } from '#shared/users/user.ts';
import { findAvailableRoles } from '#shared/users/user.ts';
import { getConfig } from '#web/data/config.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { TextKey } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import './bulk.css';
import { RemainingDailyEmails, useTypedConfirmation, useStartJob } from './region-job.tsx';

type BulkActionRequest = {
  readonly action: BulkAction;
  readonly role?: Role | undefined;
  readonly selectedUsers: readonly UserSummary[];
  /** Email of the signed-in admin. */
  readonly ownEmail: string;
};

const isAlreadyApplied: Record<BulkAction, (user: UserSummary, role: Role | undefined) => boolean> = {
  resendInvitation: ({ status }) => status === 'confirmed',
  enable: ({ enabled }) => enabled,
  disable: ({ enabled }) => !enabled,
  addToGroup: ({ roles }, role) => role !== undefined && roles.includes(role),
  removeFromGroup: ({ roles }, role) => role === undefined || !roles.includes(role),
};

/** Returns whether the action is one that admins must not apply to their own account. */
const removesOwnAccess = ({ action, role }: BulkActionRequest) =>
  action === 'disable' || (action === 'removeFromGroup' && role === 'admin');

/** Computes the effects of a bulk action from the users as listed. The server checks again. */
export const planBulkAction = (request: BulkActionRequest) => {
  const { action, role, selectedUsers, ownEmail } = request;
  const changeableUsers = selectedUsers.filter((user) => !isAlreadyApplied[action](user, role));
  const affectedUsers = changeableUsers.filter(({ email }) => !removesOwnAccess(request) || email !== ownEmail);
  return {
    subs: affectedUsers.map(({ sub }) => sub),
    unaffectedCount: selectedUsers.length - changeableUsers.length,
    skipsOwnAccount: affectedUsers.length < changeableUsers.length,
  };
};

const effectText = ({ action, role }: BulkActionRequest): TextKey => {
  if (role !== 'admin') return `users.bulk.effects.${action}.will`;
  return action === 'addToGroup' ? 'users.bulk.effects.becomeAdmin' : 'users.bulk.effects.ceaseAdmin';
};

type ActionProps = Pick<BulkActionRequest, 'action' | 'selectedUsers'> & { readonly onClose: () => void };

const ActionDialog = ({ action, selectedUsers, onClose }: ActionProps) => {
  const { t } = useTexts();
  const [role, setRole] = useState<Role>();
  const ownEmail = useSession()?.email ?? '';
  const { region, isBusy, failure, start } = useStartJob(jobs.startActions, { onStarted: onClose });
  const needsRole = action === 'addToGroup' || action === 'removeFromGroup';
  const options = findAvailableRoles(getConfig().regions[region]).map((value) => ({
    value,
    label: t(`users.roles.${value}`),
  }));
  const request = { action, role, selectedUsers, ownEmail };
  const { subs, unaffectedCount, skipsOwnAccount } = planBulkAction(request);
  const confirmation = useTypedConfirmation(subs.length);

  const findDisabledReason = () => {
    if (needsRole && role === undefined) return t('users.bulk.effects.chooseGroup');
    return subs.length === 0 ? t('users.bulk.effects.nobody') : confirmation.disabledReason;
  };
  return (
    <Dialog
      title={t(`users.bulk.actions.${action}.title`)}
      cancel={t('users.bulk.dialog.cancel')}
      confirm={{
        text: t(`users.bulk.actions.${action}.confirm`),
        onChosen: () => void start((id) => ({ region, id, action, subs, ...(role !== undefined && { role }) })),
      }}
      isDestructive={action === 'disable'}
      disabledReason={findDisabledReason()}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
    >
      {needsRole && (
        <FormField label={t('users.bulk.effects.group')}>
          <Select
            options={options}
            selectedOption={options.find(({ value }) => value === role) ?? null}
            onChange={({ detail }) =>
              setRole(options.find(({ value }) => value === detail.selectedOption.value)?.value)
            }
            placeholder={t('users.bulk.effects.chooseGroup')}
          />
        </FormField>
      )}
      {(!needsRole || role !== undefined) && (
        <>
          <div aria-live="polite">
            <ul className="bulk-effects">
              <li>{t(effectText(request), { count: subs.length })}</li>
              {unaffectedCount > 0 && <li>{t(`users.bulk.effects.${action}.already`, { count: unaffectedCount })}</li>}
              {skipsOwnAccount && <li>{t('users.bulk.effects.ownAccount')}</li>}
            </ul>
            {action === 'disable' && subs.length > 0 && <Box>{t('users.bulk.effects.signedOut')}</Box>}
          </div>
          {(action === 'resendInvitation' || action === 'addToGroup') && <RemainingDailyEmails />}
          {confirmation.field}
        </>
      )}
    </Dialog>
  );
};

/** Applies one action to all selected users. `RunningJobs` on the same page shows the job. */
export const BulkActions = ({ selectedUsers }: { readonly selectedUsers: readonly UserSummary[] }) => {
  const { t } = useTexts();
  const [action, setAction] = useState<BulkAction>();
  const isNothingSelected = selectedUsers.length === 0;
  return (
    <>
      <ButtonDropdown
        items={bulkActions.map((id) => ({ id, text: t(`users.bulk.actions.${id}.item`) }))}
        disabled={isNothingSelected}
        {...(isNothingSelected && { disabledReason: t('users.bulk.actions.noneSelected') })}
        onItemClick={({ detail }) => setAction(bulkActions.find((id) => id === detail.id))}
      >
        {t('users.bulk.actions.button')}
      </ButtonDropdown>
      {action && <ActionDialog action={action} selectedUsers={selectedUsers} onClose={() => setAction(undefined)} />}
    </>
  );
};

/** Dialog that resends expired invitations. Closes if another job is running, because the page then shows that job. */
const ResendDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTexts();
  const [hasNoExpiredInvitation, setHasNoExpiredInvitation] = useState(false);
  const { region, isBusy, failure, start } = useStartJob(jobs.startResend, {
    onStarted: ({ total }) => (total === 0 ? setHasNoExpiredInvitation(true) : onClose()),
    onOtherJobRunning: onClose,
  });
  return (
    <Dialog
      title={t('users.bulk.resend.title')}
      cancel={hasNoExpiredInvitation ? t('users.bulk.dialog.done') : t('users.bulk.dialog.cancel')}
      confirm={
        hasNoExpiredInvitation
          ? undefined
          : { text: t('users.bulk.resend.confirm'), onChosen: () => void start((id) => ({ region, id })) }
      }
      isBusy={isBusy}
      failure={failure?.code === 'JobRunning' ? undefined : failure}
      onClose={onClose}
    >
      {hasNoExpiredInvitation ? (
        <div aria-live="polite">
          <Alert type="info">{t('users.bulk.resend.none')}</Alert>
        </div>
      ) : (
        <>
          <Box>{t('users.bulk.resend.who')}</Box>
          <Box>{t('users.bulk.resend.duration')}</Box>
          <RemainingDailyEmails />
        </>
      )}
    </Dialog>
  );
};

export const ResendExpiredInvitations = () => {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('users.bulk.resend.button')}</Button>
      {isOpen && <ResendDialog onClose={() => setOpen(false)} />}
    </>
  );
};
