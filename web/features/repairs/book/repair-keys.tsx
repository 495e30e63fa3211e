import { issueKeys } from '#shared/repairs/content.ts';
import { ScanKeys } from '#web/components/scan/scan-keys.tsx';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';

/** Keys of the booking page of a repair, in the order of its fields. */
export const RepairKeys = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useScanTexts();
  return (
    <ScanKeys
      keys={[
        { keys: [t('scan.keys.scanning')], text: t('scan.keys.scan') },
        { keys: ['A'], text: t('scan.keys.accept') },
        { keys: ['1', '…', String(issueKeys.length)], text: t('scan.keys.issue') },
        { keys: ['T'], text: t('scan.keys.today') },
        { keys: ['1503'], text: t('scan.keys.dayMonth') },
        { keys: ['1', '2'], text: t('scan.keys.confirm') },
        { keys: [t('scan.keys.control'), 'Enter'], text: t('scan.keys.book') },
        { keys: ['P'], text: t('scan.keys.print') },
        { keys: [t('scan.keys.scanning')], text: t('scan.keys.next') },
        { keys: ['?'], text: t('scan.keys.all') },
      ]}
      onClose={onClose}
    />
  );
};
