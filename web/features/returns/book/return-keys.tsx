import { ScanKeys } from '#web/components/scan/scan-keys.tsx';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';

/** List of the keyboard shortcuts on the booking page of a return. */
export const ReturnKeys = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useScanTexts();
  return (
    <ScanKeys
      keys={[
        { keys: [t('scan.keys.scanning')], text: t('scan.keys.scan') },
        { keys: ['T'], text: t('scan.keys.today') },
        { keys: ['1503'], text: t('scan.keys.dayMonth') },
        { keys: [t('scan.keys.control'), 'Z'], text: t('scan.keys.undo') },
        { keys: [t('scan.keys.control'), 'Enter'], text: t('scan.keys.book') },
        { keys: ['P'], text: t('scan.keys.print') },
        { keys: [t('scan.keys.scanning')], text: t('scan.keys.next') },
        { keys: ['?'], text: t('scan.keys.all') },
      ]}
      onClose={onClose}
    />
  );
};
