import Container from '@cloudscape-design/components/container';
import { useState } from 'react';
import { stores } from '#shared/api/routes/stores.ts';
import type { OmittedRows } from '#shared/returns/file/rejections.ts';
import { usePlace } from '#web/browser/place.ts';
import { withDraft } from '#web/components/drafts/with-draft.tsx';
import { StoreField } from '#web/components/forms/store-field.tsx';
import { ScanBar } from '#web/components/scan/scan-bar.tsx';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import { ScansContext } from '#web/components/scan/use-scans.ts';
import { useQuery } from '#web/data/use-query.ts';
import { BookingPage, ReferenceField } from '#web/features/records/booking-page.tsx';
import { ReturnFileButton, ReturnFileReport } from '#web/features/returns/file/return-file-section.tsx';
import { useReturnFile } from '#web/features/returns/file/use-return-file.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { focusLineField } from './focus-line.ts';
import { LineDatesFields } from './line-dates.tsx';
import { LinesSection } from './lines-section.tsx';
import { isScanInReference, useMisplacedScan } from './misplaced-scan.ts';
import { returnDrafts } from './return-drafts.ts';
import { ReturnSummary } from './return-summary.tsx';
import { findUnfinishedText, ReturnLinesContext, useReturnLines, useReturnLinesContext } from './use-return-lines.ts';
import { useReturnScans } from './use-return-scans.ts';
import { firstFields, useReturn } from './use-return.ts';
import type { ReturnForm } from './use-return.ts';

const lazyReturnKeys = createLazyComponent(async () => (await import('./return-keys.tsx')).ReturnKeys);
const { Lazy: ReturnReceipt, usePreload: usePreloadReceipt } = createLazyComponent(
  async () => (await import('./return-receipt.tsx')).ReturnReceipt,
);
const { Lazy: OmittedRowsReport } = createLazyComponent(
  async () => (await import('#web/features/returns/file/omitted-rows.tsx')).OmittedRowsReport,
);
const { Lazy: OmittedRowsDialog, load: loadOmittedRowsDialog } = createLazyComponent(
  async () => (await import('#web/features/returns/file/omitted-rows-dialog.tsx')).OmittedRowsDialog,
);

const StoreChoice = ({ form }: { readonly form: ReturnForm }) => {
  const { t } = useTexts();
  const { storeId = '', files, lines } = form.values;
  const hasFile = files.length > 0 && lines.length > 0;
  const chooseStore = (newStoreId: string) => {
    form.set('storeId', newStoreId);
    // These values belong to a file whose lines were all removed, because otherwise the store is read-only (`hasFile`).
    form.set('files', []);
    form.set('filesStoreId', undefined);
    form.set('left', undefined);
  };
  return (
    <StoreField
      label={t('returns.fields.storeId')}
      value={storeId}
      onChange={chooseStore}
      readOnlyReason={hasFile ? t('returns.book.storeFixed') : undefined}
      error={form.findErrorText('storeId')}
    />
  );
};

/** Reference of the return. A code that is scanned here goes to the scan row, because staff often start to scan in this field. */
const ReturnReference = ({ form }: { readonly form: ReturnForm }) => {
  const { dates } = useReturnLinesContext();
  const field = form.field('storeRefNo');
  const [originalText, setOriginalText] = useState(field.value);
  const misplacedScan = useMisplacedScan({
    originalText,
    isScan: isScanInReference,
    onRestore: () => form.set('storeRefNo', originalText),
  });
  return (
    <ReferenceField
      field={field}
      warning={misplacedScan.note}
      onFocus={() => setOriginalText(field.value)}
      onKeyDown={(event) => {
        const { detail } = event;
        if (detail.key !== 'Enter' || detail.ctrlKey || detail.metaKey) return;
        event.preventDefault();
        if (misplacedScan.takeCode(field.value, { canPass: true }) || field.value.trim() === '') return;
        if (dates.purchaseDate === '') focusField(['dates']);
        else focusLineField('entry', 'ean');
      }}
    />
  );
};

const BookReturn = () => {
  usePreloadReceipt();
  const { t } = useScanTexts();
  const { region } = usePlace();
  const booking = useReturn();
  const { form } = booking;
  const { id, storeId, lines, left: omittedRows } = form.values;
  const ownStore = useQuery(stores.ownStore, storeId === undefined ? { region } : undefined);
  const knownStoreId = storeId ?? (ownStore.status === 'loaded' ? ownStore.data.storeId : '');
  const { returnLines, unfinishedScopes } = useReturnLines({ form, adminStoreId: storeId, knownStoreId });
  const file = useReturnFile(id, storeId);
  const scans = useReturnScans({ booking, returnLines });

  const [isReportShown, setReportShown] = useState(false);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [lastOmittedRows, setLastOmittedRows] = useState<{ readonly id: string; readonly rows: OmittedRows }>();
  const send = () => {
    setDialogOpen(false);
    // The rows are stored for the receipt, because the form is reset after the booking.
    if (omittedRows) setLastOmittedRows({ id, rows: omittedRows });
    void form.submit();
  };
  const submit = () => {
    if (returnLines.unfinishedInput.reportFirst('file', 'row', 'dates', 'entry', 'line')) return;
    if (omittedRows) void loadOmittedRowsDialog().then((isLoaded) => setDialogOpen(isLoaded));
    else send();
  };

  const isPurchaseDateMissing =
    lines.length === 0 ? returnLines.dates.purchaseDate === '' : lines.some(({ purchaseDate }) => purchaseDate === '');

  return (
    <ScansContext value={scans}>
      <ReturnLinesContext value={returnLines}>
        <BookingPage
          kind={returnKind}
          {...booking}
          renderReceipt={(receipt) => (
            <ReturnReceipt
              omittedRows={lastOmittedRows?.id === receipt.identity.id ? lastOmittedRows.rows : undefined}
              {...receipt}
            />
          )}
          onSubmit={submit}
          missingLabels={[
            ...(storeId === '' ? [t('returns.fields.storeId')] : []),
            ...(form.values.storeRefNo.trim() === '' ? [t('returns.fields.storeRefNo')] : []),
            ...(lines.length === 0 ? [t('returns.book.sections.lines')] : []),
            ...(isPurchaseDateMissing ? [t('returns.book.boughtOn')] : []),
          ]}
          incompleteText={findUnfinishedText(unfinishedScopes, returnLines, t)}
          firstFields={firstFields}
          scanBar={<ScanBar scans={scans} keys={lazyReturnKeys} />}
          report={<ReturnFileReport file={file} form={form} onVisibilityChange={setReportShown} />}
          summary={
            <ReturnSummary ownStore={storeId === undefined ? ownStore : undefined}>
              <ReturnFileButton file={file} isReady={storeId !== ''} />
            </ReturnSummary>
          }
        >
          {omittedRows && !isReportShown && (
            <Container>
              <OmittedRowsReport omittedRows={omittedRows} />
            </Container>
          )}
          {/* Not Cloudscape's Container, because its context would render every link of the lines on each render. */}
          <div className="return-form">
            {storeId !== undefined && <StoreChoice form={form} />}
            <div className="return-head">
              <ReturnReference form={form} />
              <LineDatesFields key={id} error={form.findErrorText('dates')} />
            </div>
            {/* The key resets the section for each return, so that no edit or undo carries over. */}
            <LinesSection key={id} error={form.findErrorText('lines')} />
          </div>

          {isDialogOpen && omittedRows && (
            <OmittedRowsDialog omittedRows={omittedRows} onBook={send} onCancel={() => setDialogOpen(false)} />
          )}
        </BookingPage>
      </ReturnLinesContext>
    </ScansContext>
  );
};

export const BookReturnPage = withDraft(returnDrafts, BookReturn);
