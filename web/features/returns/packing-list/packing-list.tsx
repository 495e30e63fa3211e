import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { useTexts } from '#web/language/i18n.ts';
import { PrintFailed } from '#web/ui/print/print-failed.tsx';
import { PrintSheet } from '#web/ui/print/print-sheet.tsx';
import { usePrinting } from '#web/ui/print/use-printing.ts';
import { PackingSheet } from './packing-sheet.tsx';

type Props = { readonly record: ReturnRecord; readonly variant?: 'primary' | 'normal' };

/** A button that prints a return's packing list, in the region's language. */
export const PackingList = ({ record, variant = 'normal' }: Props) => {
  const { t } = useTexts();
  const { printing, hasFailed, print, end } = usePrinting<ReturnRecord>();
  return (
    <SpaceBetween size="xs">
      <Button variant={variant} iconName="file" formAction="none" onClick={() => void print(record)}>
        {t('returns.packing.print')}
      </Button>
      {hasFailed && <PrintFailed text={t('returns.packing.failed')} />}
      {printing && (
        <PrintSheet key={printing.round} className="packing-sheet" lang={printing.ink.texts.locale} onEnd={end}>
          <PackingSheet record={printing.job} ink={printing.ink} />
        </PrintSheet>
      )}
    </SpaceBetween>
  );
};
