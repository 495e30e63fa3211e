import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import type { ErrorCode } from '#shared/errors.ts';
import { useTexts } from '#web/language/i18n.ts';

/** Somebody else was faster, or the repair service was. */
export type Conflict = Extract<ErrorCode, 'RepairChanged' | 'RepairNotPending'>;

export const isConflict = (code: ErrorCode): code is Conflict =>
  code === 'RepairChanged' || code === 'RepairNotPending';

/** Says what became of a repair meanwhile, and shows it (acceptance, D10). */
export const RepairConflict = ({ code, onShow }: { readonly code: Conflict; readonly onShow: () => void }) => {
  const { t } = useTexts();
  return (
    <div role="alert">
      <Alert type="warning" action={<Button onClick={onShow}>{t('repairs.details.showCurrent')}</Button>}>
        {t(`errors.${code}`)}
      </Alert>
    </div>
  );
};
