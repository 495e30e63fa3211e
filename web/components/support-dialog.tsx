import { usePlace } from '#web/browser/place.ts';
import { getConfig } from '#web/data/config.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Dialog } from '#web/ui/dialog.tsx';

/** Asks before the customer support portal opens in a new tab. */
export const SupportDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTexts();
  const { supportUrl } = getConfig().regions[usePlace().region];
  return (
    <Dialog
      title={t('shell.support.title')}
      cancel={t('shell.support.cancel')}
      confirm={{
        text: t('shell.support.continue'),
        onChosen: () => {
          window.open(supportUrl, '_blank', 'noopener');
          onClose();
        },
      }}
      onClose={onClose}
    >
      <div>{t('shell.support.text')}</div>
    </Dialog>
  );
};
