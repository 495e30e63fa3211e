import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import './bulk.css';
import { useState } from 'react';
import type { Role } from '#shared/groups.ts';
import type { BulkAction } from '#shared/jobs/job.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { rolesFor } from '#shared/users/user.ts';
import type { UserSummary } from '#shared/users/user.ts';
import { config } from '#web/data/config.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { TextKey } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { QuestionDialog } from '#web/ui/question-dialog.tsx';
import { EmailsLeft } from './emails-left.tsx';
import { useTypedNumber } from './typed-number.tsx';
import { useStartJob } from './use-start-job.ts';
import { whatWouldHappen } from './what-would-happen.ts';

type EffectProps = Parameters<typeof whatWouldHappen>[0];

/** What would happen; of the group that may do everything in so many words. */
const effectText = ({ action, role }: EffectProps): TextKey => {
  if (role !== 'admin') return `users.bulk.effects.${action}.will`;
  return action === 'addToGroup' ? 'users.bulk.effects.becomeAdmin' : 'users.bulk.effects.ceaseAdmin';
};

/** What would happen to how many of the selected users. */
const Effects = (wanted: EffectProps) => {
  const { t } = useTexts();
  const { subs, already, isOwnLeftOut } = whatWouldHappen(wanted);
  return (
    <div aria-live="polite">
      <ul className="bulk-effects">
        <li>{t(effectText(wanted), { count: subs.length })}</li>
        {already > 0 && <li>{t(`users.bulk.effects.${wanted.action}.already`, { count: already })}</li>}
        {isOwnLeftOut && <li>{t('users.bulk.effects.ownAccount')}</li>}
      </ul>
      {wanted.action === 'disable' && subs.length > 0 && <Box>{t('users.bulk.effects.signedOut')}</Box>}
    </div>
  );
};

type Props = {
  readonly action: BulkAction;
  readonly selected: readonly UserSummary[];
  readonly onClose: () => void;
};

/** Says what an action would do to the selected users before it does it. */
export const ActionDialog = ({ action, selected, onClose }: Props) => {
  const { t } = useTexts();
  const [role, setRole] = useState<Role>();
  const ownEmail = useSession()?.email ?? '';
  const { id, region, isBusy, failure, start } = useStartJob(jobs.startActions, { onStarted: onClose });
  const needsRole = action === 'addToGroup' || action === 'removeFromGroup';
  const options = rolesFor(config().regions[region]).map((value) => ({ value, label: t(`users.roles.${value}`) }));
  const wanted = { action, role, selected, ownEmail };
  const { subs } = whatWouldHappen(wanted);
  const number = useTypedNumber(subs.length);

  const disabledReason = () => {
    if (needsRole && role === undefined) return t('users.bulk.effects.chooseGroup');
    return subs.length === 0 ? t('users.bulk.effects.nobody') : number.missing;
  };
  return (
    <QuestionDialog
      title={t(`users.bulk.actions.${action}.title`)}
      cancel={t('users.bulk.dialog.cancel')}
      confirm={{
        text: t(`users.bulk.actions.${action}.confirm`),
        onChosen: () => void start({ region, id, action, subs, ...(role !== undefined && { role }) }),
      }}
      isDestructive={action === 'disable'}
      disabledReason={disabledReason()}
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
          <Effects {...wanted} />
          {(action === 'resendInvitation' || action === 'addToGroup') && <EmailsLeft />}
          {number.field}
        </>
      )}
    </QuestionDialog>
  );
};
