import type { Failure } from '#web/data/api-errors.ts';
import { useTexts } from '#web/language/i18n.ts';
import { QuestionDialog } from '#web/ui/question-dialog.tsx';
import type { ConfirmedType } from './operation.ts';

type Props = {
  readonly type: ConfirmedType;
  readonly email: string;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

/** Asks before something is done to a user that can't be undone, or ends their work. */
export const ConfirmOperation = ({ type, email, isBusy, failure, onConfirm, onCancel }: Props) => {
  const { t } = useTexts();
  return (
    <QuestionDialog
      title={t(`users.confirm.${type}.title`, { email })}
      cancel={t('users.confirm.cancel')}
      confirm={{ text: t(`users.confirm.${type}.confirm`), onChosen: onConfirm }}
      isDestructive
      isBusy={isBusy}
      failure={failure}
      onClose={onCancel}
    >
      <div>{t(`users.confirm.${type}.text`, { email })}</div>
    </QuestionDialog>
  );
};
