import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { limits } from '#shared/limits.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { isCorrectable } from '#shared/repairs/states.ts';
import { PrintSlip } from '#web/features/repairs/slip/print-slip.tsx';
import { useTexts } from '#web/language/i18n.ts';

type Props = { readonly repair: Repair; readonly onCorrect: () => void; readonly onWithdraw: () => void };

const off = (disabledReason: string | undefined) =>
  disabledReason === undefined ? {} : { disabled: true, disabledReason };

/** What can be done with a repair; what cannot any more says why. */
export const RepairActions = ({ repair, onCorrect, onWithdraw }: Props) => {
  const { t } = useTexts();
  const corrections = repair.timeline.filter(({ type }) => type === 'corrected').length;

  const whyOff = (): string | undefined => {
    if (repair.state === 'withdrawn') return t('repairs.details.isWithdrawn');
    return isCorrectable(repair) ? undefined : t('errors.RepairNotPending');
  };
  const whyUncorrectable = () =>
    whyOff() ??
    (corrections < limits.correctionsPerRecord
      ? undefined
      : t('repairs.details.correctedTooOften', { count: corrections }));

  return (
    <SpaceBetween direction="horizontal" size="xs">
      <PrintSlip repair={repair} />
      <Button onClick={onCorrect} {...off(whyUncorrectable())}>
        {t('repairs.details.correct')}
      </Button>
      <Button onClick={onWithdraw} {...off(whyOff())}>
        {t('repairs.details.withdraw')}
      </Button>
    </SpaceBetween>
  );
};
