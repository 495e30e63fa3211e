import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/language/i18n.ts';

type Props = { readonly url: string; readonly onClose: () => void };

/** Asks before the customer support portal opens in a new tab. */
export const SupportDialog = ({ url, onClose }: Props) => {
  const { t } = useTexts();
  return (
    <Modal
      visible
      header={t('shell.support.title')}
      width={limits.web.dialogPixels}
      closeAriaLabel={t('shell.support.close')}
      onDismiss={onClose}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={onClose}>
              {t('shell.support.cancel')}
            </Button>
            <Button
              variant="primary"
              onClick={() => {
                window.open(url, '_blank', 'noopener');
                onClose();
              }}
            >
              {t('shell.support.continue')}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      {t('shell.support.text')}
    </Modal>
  );
};
