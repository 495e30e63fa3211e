import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import './details.css';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
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
    <Modal
      visible
      header={t(`${name}.details.withdrawal.title`, { reference: record.storeRefNo })}
      width={limits.web.dialogPixels}
      closeAriaLabel={t(`${name}.details.withdrawal.close`)}
      onDismiss={close}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={close}>
              {t(`${name}.details.withdrawal.cancel`)}
            </Button>
            <Button variant="primary" loading={isBusy} onClick={() => void withdraw(record)}>
              {t(`${name}.details.withdrawal.confirm`)}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <div className="as-typed">{t(`${name}.details.withdrawal.text`)}</div>
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
