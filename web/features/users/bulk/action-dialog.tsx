import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import './bulk.css';
import { useState } from 'react';
import type { Role } from '#shared/groups.ts';
import type { BulkAction, Job } from '#shared/jobs/job.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { rolesFor } from '#shared/users/user.ts';
import type { UserSummary } from '#shared/users/user.ts';
import { config } from '#web/data/config.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { TextKey } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { QuestionDialog } from '#web/ui/question-dialog.tsx';
import { EmailsLeft } from './emails-left.tsx';
import { roleWords } from './job-words.ts';
import { useTypedNumber } from './typed-number.tsx';
import { useStartJob } from './use-start-job.ts';
import { whatWouldHappen } from './what-would-happen.ts';

type DialogTexts = {
  readonly title: TextKey;
  readonly confirm: TextKey;
  readonly will: TextKey;
  readonly already: TextKey;
};

const texts = {
  resendInvitation: {
    title: 'users.bulk.actions.resendInvitation.title',
    confirm: 'users.bulk.actions.resendInvitation.confirm',
    will: 'users.bulk.effects.resendInvitation.will',
    already: 'users.bulk.effects.resendInvitation.already',
  },
  enable: {
    title: 'users.bulk.actions.enable.title',
    confirm: 'users.bulk.actions.enable.confirm',
    will: 'users.bulk.effects.enable.will',
    already: 'users.bulk.effects.enable.already',
  },
  disable: {
    title: 'users.bulk.actions.disable.title',
    confirm: 'users.bulk.actions.disable.confirm',
    will: 'users.bulk.effects.disable.will',
    already: 'users.bulk.effects.disable.already',
  },
  addToGroup: {
    title: 'users.bulk.actions.addToGroup.title',
    confirm: 'users.bulk.actions.addToGroup.confirm',
    will: 'users.bulk.effects.addToGroup.will',
    already: 'users.bulk.effects.addToGroup.already',
  },
  removeFromGroup: {
    title: 'users.bulk.actions.removeFromGroup.title',
    confirm: 'users.bulk.actions.removeFromGroup.confirm',
    will: 'users.bulk.effects.removeFromGroup.will',
    already: 'users.bulk.effects.removeFromGroup.already',
  },
} as const satisfies Record<BulkAction, DialogTexts>;

type EffectProps = Parameters<typeof whatWouldHappen>[0];

/** What would happen; of the group that may do everything in so many words. */
const effectText = ({ action, role }: EffectProps): TextKey => {
  if (role !== 'admin') return texts[action].will;
  return action === 'addToGroup' ? 'users.bulk.effects.becomeAdmin' : 'users.bulk.effects.ceaseAdmin';
};

/** What would happen to how many of the selected users. */
const Effects = (wanted: EffectProps) => {
  const { t } = useTexts();
  const { subs, already, isOwnLeftOut } = whatWouldHappen(wanted);
  const { already: alreadyText } = texts[wanted.action];
  return (
    <div aria-live="polite">
      <ul className="bulk-effects">
        <li>{t(effectText(wanted), { count: subs.length })}</li>
        {already > 0 && <li>{t(alreadyText, { count: already })}</li>}
        {isOwnLeftOut && <li>{t('users.bulk.effects.ownAccount')}</li>}
      </ul>
      {wanted.action === 'disable' && subs.length > 0 && <Box>{t('users.bulk.effects.signedOut')}</Box>}
    </div>
  );
};

type Props = {
  readonly action: BulkAction;
  readonly selected: readonly UserSummary[];
  readonly onStarted: (job: Job) => void;
  readonly onClose: () => void;
};

/** Says what an action would do to the selected users before it does it. */
export const ActionDialog = ({ action, selected, onStarted, onClose }: Props) => {
  const { t } = useTexts();
  const [role, setRole] = useState<Role>();
  const ownEmail = useSession()?.email ?? '';
  const { id, region, isBusy, failure, start } = useStartJob(jobs.startActions, { onStarted });
  const needsRole = action === 'addToGroup' || action === 'removeFromGroup';
  const options = rolesFor(config().regions[region]).map((value) => ({ value, label: roleWords(value, t) }));
  const wanted = { action, role, selected, ownEmail };
  const { subs } = whatWouldHappen(wanted);
  const number = useTypedNumber(subs.length);

  const disabledReason = () => {
    if (needsRole && role === undefined) return t('users.bulk.effects.chooseGroup');
    return subs.length === 0 ? t('users.bulk.effects.nobody') : number.missing;
  };
  return (
    <QuestionDialog
      title={t(texts[action].title)}
      cancel={t('users.bulk.dialog.cancel')}
      confirm={{
        text: t(texts[action].confirm),
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
