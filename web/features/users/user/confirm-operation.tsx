import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import '#web/features/users/users.css';
import { limits } from '#shared/limits.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
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
    <Modal
      visible
      header={<span className="users-wrap">{t(`users.confirm.${type}.title`, { email })}</span>}
      width={limits.web.dialogPixels}
      closeAriaLabel={t('users.confirm.close')}
      onDismiss={onCancel}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={onCancel}>
              {t('users.confirm.cancel')}
            </Button>
            <Button variant="primary" loading={isBusy} onClick={onConfirm}>
              {t(`users.confirm.${type}.confirm`)}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <div className="users-wrap">{t(`users.confirm.${type}.text`, { email })}</div>
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
