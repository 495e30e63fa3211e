import Toggle from '@cloudscape-design/components/toggle';
import { CameraDialog } from '#web/components/scan/camera/camera-dialog.tsx';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import { toLineLabel } from '#web/features/returns/return-kind.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { focusLineField } from './focus-line.ts';
import type { LineForm } from './use-line-form.ts';
import { useReturnLinesContext } from './use-return-lines.ts';

const maxShownLines = 3;

type Props = {
  readonly form: LineForm;
  readonly keepsProduct: boolean;
  readonly onKeepsProductChange: (keepsProduct: boolean) => void;
  /** Undefined if there is nothing to undo. */
  readonly onUndo: (() => void) | undefined;
  readonly onClose: () => void;
};

/** Camera for the lines of a return: EAN and serial number one after the other, with the last lines below. */
export const ReturnCamera = ({ form, keepsProduct, onKeepsProductChange, onUndo, onClose }: Props) => {
  const { t, language } = useScanTexts();
  const { lines } = useReturnLinesContext();
  const { ean, serialNumber } = form.values;
  const isEanNext = ean.trim() === '' || form.hasError('ean');
  const lastLines = lines.slice(-maxShownLines).toReversed();
  return (
    <CameraDialog
      title={t('scan.camera.products')}
      description={t('returns.latest.numberOfProducts', { count: lines.length })}
      hint={t(isEanNext ? 'scan.camera.nextEan' : 'scan.camera.nextSerialNumber')}
      isProductAwaited={isEanNext && serialNumber !== ''}
      onClose={onClose}
      onTypeInstead={() => focusLineField('entry', isEanNext ? 'ean' : 'serialNumber')}
    >
      {lastLines.length > 0 && (
        <section className="camera-lines" aria-labelledby="camera-lines">
          <h3 id="camera-lines">{t('scan.camera.last')}</h3>
          <ol>
            {lastLines.map((line) => (
              <li key={line.key}>
                <strong>{toLineLabel(line, language)}</strong>
                <span>{line.serialNumber}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {onUndo && <PlainButton onClick={onUndo}>{t('scan.undo')}</PlainButton>}
      <Toggle checked={keepsProduct} onChange={({ detail }) => onKeepsProductChange(detail.checked)}>
        {t('returns.book.sameProduct')}
      </Toggle>
    </CameraDialog>
  );
};
