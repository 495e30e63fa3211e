import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import type { ErrorCode } from '#shared/errors.ts';
import { useTexts } from '#web/language/i18n.ts';

/** The optimistic lock's answers: somebody else was faster, or the repair service was. */
export const repairConflicts = ['RepairChanged', 'RepairNotPending'] as const satisfies readonly ErrorCode[];

export type RepairConflictCode = (typeof repairConflicts)[number];

/** Says what became of a repair meanwhile, and shows it. */
export const RepairConflict = ({
  code,
  onShow,
}: {
  readonly code: RepairConflictCode;
  readonly onShow: () => void;
}) => {
  const { t } = useTexts();
  return (
    <div role="alert">
      <Alert type="warning" action={<Button onClick={onShow}>{t('repairs.details.showCurrent')}</Button>}>
        {t(`errors.${code}`)}
      </Alert>
    </div>
  );
};
