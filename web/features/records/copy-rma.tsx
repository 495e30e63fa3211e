import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import { useTexts } from '#web/language/i18n.ts';

/** Copies an RMA number. */
export const CopyRma = ({ rma }: { readonly rma: string }) => {
  const { t } = useTexts();
  return (
    <CopyToClipboard
      variant="icon"
      textToCopy={rma}
      copyButtonAriaLabel={t('track.copy')}
      copySuccessText={t('track.copied')}
      copyErrorText={t('track.copyFailed')}
    />
  );
};
