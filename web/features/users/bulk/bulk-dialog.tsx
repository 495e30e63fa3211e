import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { limits } from '#shared/limits.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FailureText } from '#web/ui/failure-text.tsx';

type Props = {
  readonly title: string;
  readonly cancel: string;
  /** None where there is nothing left to confirm. */
  readonly confirm?: string | undefined;
  /** Why it can't be confirmed now. */
  readonly disabledReason?: string | undefined;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Says what would happen to many users, and asks. What is under way is waited for: its outcome has to be seen. */
export const BulkDialog = (props: Props) => {
  const { title, cancel, confirm, disabledReason, isBusy, failure, onConfirm, onClose, children } = props;
  const { t } = useTexts();
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Modal
      visible
      header={title}
      width={limits.web.dialogPixels}
      closeAriaLabel={t('users.bulk.dialog.close')}
      onDismiss={close}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={close}>
              {cancel}
            </Button>
            {confirm !== undefined && (
              <Button
                variant="primary"
                loading={isBusy}
                disabled={disabledReason !== undefined}
                {...(disabledReason !== undefined && { disabledReason })}
                onClick={onConfirm}
              >
                {confirm}
              </Button>
            )}
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        {children}
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
