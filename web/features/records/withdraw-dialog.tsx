import './details.css';
import { useTexts } from '#web/language/i18n.ts';
import { QuestionDialog } from '#web/ui/question-dialog.tsx';
import type { ChangeableRecord, NamedKind } from './record-kind.ts';
import type { Withdrawal } from './use-withdrawal.ts';

type Props = {
  readonly kind: Pick<NamedKind, 'name'>;
  readonly record: ChangeableRecord;
  readonly withdrawal: Withdrawal;
};

/** Asks before a record is withdrawn: there is no way back. */
export const WithdrawDialog = ({ kind: { name }, record, withdrawal: { isBusy, failure, withdraw, close } }: Props) => {
  const { t } = useTexts();
  return (
    <QuestionDialog
      title={t(`${name}.details.withdrawal.title`, { reference: record.storeRefNo })}
      cancel={t(`${name}.details.withdrawal.cancel`)}
      confirm={{ text: t(`${name}.details.withdrawal.confirm`), onChosen: () => void withdraw(record) }}
      isBusy={isBusy}
      failure={failure}
      onClose={close}
    >
      <div className="as-typed">{t(`${name}.details.withdrawal.text`)}</div>
    </QuestionDialog>
  );
};
