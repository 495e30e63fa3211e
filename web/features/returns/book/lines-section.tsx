import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Toggle from '@cloudscape-design/components/toggle';
import { memo, useDeferredValue, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { returnLimits } from '#shared/returns/limits.ts';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { focusLineField } from './focus-line.ts';
import { ScanFields } from './line-fields.tsx';
import './lines-section.css';
import { LinesTable } from './lines-table.tsx';
import { LinesTools } from './lines-tools.tsx';
import { createEmptyLine } from './lines.ts';
import type { Line, LineValues } from './lines.ts';
import { useLineForm } from './use-line-form.ts';
import { useLines } from './use-lines.ts';
import { useReturnLinesContext } from './use-return-lines.ts';
import { useScanRow } from './use-scan-row.ts';

const { Lazy: ReturnCamera, load: loadCamera } = createLazyComponent(
  async () => (await import('./return-camera.tsx')).ReturnCamera,
);

type EntryProps = {
  readonly onAdd: (values: LineValues) => void;
  readonly onDuplicate: (key: number) => void;
  /** True if a line was added in this visit. */
  readonly canRemoveNewest: boolean;
  /** Removes the newest line that was added in this visit, and returns it. */
  readonly onRemoveNewest: () => Line | undefined;
};

/** Scan row of the next line. Scanning leads from the EAN to the serial number, and then to the EAN of the next line, or to its serial number if the product is kept. */
const LineEntry = ({ onAdd, onDuplicate, canRemoveNewest, onRemoveNewest }: EntryProps) => {
  const { t, formatNumber } = useScanTexts();
  const { lines, dates } = useReturnLinesContext();
  const isFull = lines.length >= returnLimits.lines;
  const fullMessage = t('returns.book.full', { count: formatNumber(returnLimits.lines) });
  const [keepsProduct, setKeepsProduct] = useState(false);
  const [isRejected, setRejected] = useState(false);
  const form = useLineForm({
    scope: 'entry',
    initial: createEmptyLine(),
    sharedDates: dates,
    keepsProduct,
    unfinishedText: { key: 'returns.book.notAdded' },
    onDone: (values) => {
      if (isFull) {
        setRejected(true);
        return announce(fullMessage);
      }
      setRejected(false);
      onAdd(values);
      const { ean, product, productDescription } = values;
      if (keepsProduct) startLine({ ean, product, productDescription }, 'serialNumber');
      else startLine({}, 'ean');
    },
  });
  const startLine = (initialValues: Partial<LineValues>, field: 'ean' | 'serialNumber') => {
    form.reset({ ...createEmptyLine(), ...initialValues });
    focusLineField('entry', field);
  };
  const [isCameraOpen, setCameraOpen] = useState(false);
  const changeKeepsProduct = (newKeepsProduct: boolean) => {
    setKeepsProduct(newKeepsProduct);
    focusLineField('entry', newKeepsProduct && form.values.ean !== '' ? 'serialNumber' : 'ean');
  };
  useScanRow({ form, keepsProduct, fullMessage: isFull ? fullMessage : undefined, onDuplicate });
  /** Undoes the last scan: clears the line in the scan row, or else removes the newest line and enters its EAN again. */
  const undoScan = () => {
    if (form.isDirty) {
      const { ean, serialNumber } = form.values;
      announce(t('scan.undone', { code: serialNumber || ean }));
      return startLine({}, 'ean');
    }
    const line = onRemoveNewest();
    if (!line) return;
    announce(t('scan.undone', { code: line.serialNumber }));
    if (keepsProduct) focusLineField('entry', 'serialNumber');
    else form.enter({ ean: line.ean });
  };
  const undoByKey = (event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    // In a field with text, the browser's own undo applies.
    if (!isUndo || !(event.target instanceof HTMLInputElement) || event.target.value !== '') return;
    event.preventDefault();
    undoScan();
  };

  const disabledProps = isFull ? { disabled: true, disabledReason: fullMessage } : {};
  return (
    <section aria-label={t('returns.book.entry')}>
      {/* The role is presentational, because the key events come from the fields inside. */}
      <div role="presentation" className="scan-row" onKeyDown={undoByKey}>
        {isFull && <Alert type={isRejected ? 'error' : 'info'}>{fullMessage}</Alert>}
        <ScanFields
          form={form}
          keepsProduct={keepsProduct}
          onCamera={() => void loadCamera().then((isLoaded) => setCameraOpen(isLoaded))}
          actions={
            <>
              <Button formAction="none" iconName="add-plus" onClick={form.finish} {...disabledProps}>
                {t('returns.book.add')}
              </Button>
              {form.isDirty && (
                <Button formAction="none" variant="link" onClick={() => startLine({}, 'ean')}>
                  {t('returns.book.clear')}
                </Button>
              )}
            </>
          }
        >
          <Toggle checked={keepsProduct} onChange={({ detail }) => changeKeepsProduct(detail.checked)}>
            {t('returns.book.sameProduct')}
          </Toggle>
          {(form.isDirty || canRemoveNewest) && (
            <Button
              variant="inline-link"
              iconName="undo"
              formAction="none"
              onClick={undoScan}
              nativeButtonAttributes={{ 'aria-keyshortcuts': 'Control+Z' }}
            >
              {t('scan.undo')}
            </Button>
          )}
        </ScanFields>
      </div>
      {isCameraOpen && (
        <ReturnCamera
          form={form}
          keepsProduct={keepsProduct}
          onKeepsProductChange={changeKeepsProduct}
          onUndo={form.isDirty || canRemoveNewest ? undoScan : undefined}
          onClose={() => setCameraOpen(false)}
        />
      )}
    </section>
  );
};

/** Lines of the return: the scan row, then the table, newest line first. Memoized, so that typing in the header fields does not render a thousand lines. */
export const LinesSection = memo(({ error }: { readonly error: string | undefined }) => {
  const { t } = useTexts();
  const returnLines = useReturnLinesContext();
  const { lines, problems } = returnLines;
  const linesController = useLines(returnLines);
  const firstIndex = lines.findIndex(({ key }) => problems.has(key));
  const firstInvalidLine = lines[firstIndex];
  const missingError = lines.length === 0 ? error : undefined;
  // The table is deferred, so that a button press shows before a page of rows renders.
  const deferredTable = useDeferredValue(
    lines.length > 0 && <LinesTable returnLines={returnLines} linesController={linesController} />,
  );
  return (
    <section className="lines-section" aria-labelledby="lines-title">
      <h2 id="lines-title" className="visually-hidden" tabIndex={-1}>
        {t('returns.book.sections.lines')}
      </h2>
      <div data-field="lines" className="lines-begin">
        {firstInvalidLine && (
          <Alert
            type="error"
            action={
              <Button formAction="none" onClick={() => linesController.view.goToLine(firstInvalidLine.key)}>
                {t('returns.book.problems.goTo', { line: firstIndex + 1 })}
              </Button>
            }
          >
            {t('returns.book.problems.count', { count: problems.size })}
          </Alert>
        )}
        {missingError !== undefined && <FormField errorText={missingError} />}
        <LineEntry
          onAdd={linesController.add}
          onDuplicate={linesController.view.markLine}
          canRemoveNewest={linesController.addedKey !== undefined}
          onRemoveNewest={linesController.removeNewest}
        />
      </div>
      <LinesTools linesController={linesController} />
      {lines.length > 0 && deferredTable}
    </section>
  );
});
