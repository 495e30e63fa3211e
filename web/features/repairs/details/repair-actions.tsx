import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ChangeRefusal } from '#shared/repairs/lifecycle.ts';
import { correctionsOf, whyNot } from '#shared/repairs/lifecycle.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { PrintSlip } from '#web/features/repairs/slip/print-slip.tsx';
import { useTexts } from '#web/language/i18n.ts';

type Props = { readonly repair: Repair; readonly onCorrect: () => void; readonly onWithdraw: () => void };

/** What can be done with a repair; what cannot any more says why. */
export const RepairActions = ({ repair, onCorrect, onWithdraw }: Props) => {
  const { t } = useTexts();

  const reasons: Record<ChangeRefusal, string> = {
    withdrawn: t('repairs.details.isWithdrawn'),
    notPending: t('errors.RepairNotPending'),
    correctedTooOften: t('repairs.details.correctedTooOften', { count: correctionsOf(repair.timeline) }),
  };
  const refused = (refusal: ChangeRefusal | undefined) =>
    refusal === undefined ? {} : { disabled: true, disabledReason: reasons[refusal] };

  return (
    <SpaceBetween direction="horizontal" size="xs">
      {/* What is withdrawn stays in the store: nothing may travel with its papers. */}
      {repair.state !== 'withdrawn' && <PrintSlip repair={repair} />}
      <Button onClick={onCorrect} {...refused(whyNot.correct(repair))}>
        {t('repairs.details.correct')}
      </Button>
      <Button onClick={onWithdraw} {...refused(whyNot.withdraw(repair))}>
        {t('repairs.details.withdraw')}
      </Button>
    </SpaceBetween>
  );
};
