import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { limits } from '#shared/limits.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import type { Withdrawal } from './use-withdrawal.ts';

type Props = { readonly repair: Repair; readonly withdrawal: Withdrawal };

/** Asks before a repair is withdrawn: there is no way back. */
export const WithdrawDialog = ({ repair, withdrawal: { isBusy, failure, withdraw, close } }: Props) => {
  const { t } = useTexts();
  return (
    <Modal
      visible
      header={t('repairs.details.withdrawal.title', { reference: repair.storeRefNo })}
      width={limits.web.dialogPixels}
      closeAriaLabel={t('repairs.details.withdrawal.close')}
      onDismiss={close}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={close}>
              {t('repairs.details.withdrawal.cancel')}
            </Button>
            <Button variant="primary" loading={isBusy} onClick={() => void withdraw(repair)}>
              {t('repairs.details.withdrawal.confirm')}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <div className="as-typed">{t('repairs.details.withdrawal.text')}</div>
        {failure && (
          <div role="alert">
            <Alert type="error">
              <FailureText failure={failure} />
            </Alert>
          </div>
        )}
      </SpaceBetween>
    </Modal>
  );
};
