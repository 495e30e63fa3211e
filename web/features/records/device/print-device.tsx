import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useTexts } from '#web/language/i18n.ts';
import { PrintFailed } from '#web/ui/print/print-failed.tsx';
import { PrintSheet } from '#web/ui/print/print-sheet.tsx';
import { usePrinting } from '#web/ui/print/use-printing.ts';
import { DeviceSheet } from './device-sheet.tsx';
import type { DeviceSheetProps } from './device-sheet.tsx';

/** A button that prints a device's repairs and its warranty for the customer, in the region's language. */
export const PrintDevice = (sheet: Omit<DeviceSheetProps, 'ink'>) => {
  const { t } = useTexts();
  const { printing, hasFailed, print, end } = usePrinting<'device'>();
  return (
    <SpaceBetween size="xs">
      <Button iconName="file" formAction="none" onClick={() => void print('device')}>
        {t('devices.print')}
      </Button>
      {hasFailed && <PrintFailed text={t('devices.printFailed')} />}
      {printing && (
        <PrintSheet key={printing.round} className="device-sheet" lang={printing.ink.texts.locale} onEnd={end}>
          <DeviceSheet {...sheet} ink={printing.ink} />
        </PrintSheet>
      )}
    </SpaceBetween>
  );
};
