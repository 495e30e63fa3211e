import Container from '@cloudscape-design/components/container';
import FileInput from '@cloudscape-design/components/file-input';
import { addDays } from '#shared/dates/dates.ts';
import { createReturnTemplate } from '#shared/returns/file/template.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { fileArea, FileOutcome, useFileStatus } from '#web/components/files/file-outcome.tsx';
import '#web/components/files/file.css';
import { TableDownload } from '#web/components/files/table-download.tsx';
import { useFileIntake } from '#web/components/files/use-file-intake.ts';
import { useReturnLinesContext } from '#web/features/returns/book/use-return-lines.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import type { ReportProps } from './read-report.tsx';
import type { useReturnFile } from './use-return-file.ts';

const lazyFileReport = createLazyComponent(async () => (await import('./file-report-view.tsx')).FileReportView);

type FileProps = { readonly file: ReturnType<typeof useReturnFile> };

/** Report on the file of a return, above the form. */
export const ReturnFileReport = ({ file, ...reportProps }: FileProps & ReportProps) => {
  const { t } = useTexts();
  if (file.state.status === 'none') return null;
  return (
    <Container>
      <h2 className="visually-hidden">{t('returns.file.title')}</h2>
      <FileOutcome file={file}>
        {(name, result) => (
          <lazyFileReport.Lazy name={name} result={result} onReadAgain={file.readAgain} {...reportProps} />
        )}
      </FileOutcome>
    </Container>
  );
};

/** Age in days of the example purchase in the template, which is within the return period of every region. */
const exampleDaysAgo = 3;

/** Button that adds lines from a file, and the download of its template. A file can also be dropped or pasted anywhere on the page. */
export const ReturnFileButton = ({ file, isReady }: FileProps & { readonly isReady: boolean }) => {
  const { t, language, formatNumber } = useTexts();
  const { unfinishedInput, storeId, context } = useReturnLinesContext();
  const formatReadText = (name: string) => t('returns.file.isRead', { name });
  const readFile = (selectedFile: File | undefined) => {
    // A new file must not silently discard lines of the previous one.
    if (!selectedFile || !isReady || unfinishedInput.reportFirst('file', 'row')) return;
    // The report's code is loaded first, because the focus moves to the report as soon as the file is read.
    void lazyFileReport.load().then((isLoaded) => isLoaded && file.read(selectedFile));
  };
  const { isDragging } = useFileIntake(t('file.pasted'), readFile);
  useFileStatus(file, formatReadText);
  // The example row is rejected on upload until it is replaced.
  const createTemplate = () => {
    const purchaseDate = addDays(context.today, -exampleDaysAgo);
    const { headers, example } = createReturnTemplate(language, { storeId, purchaseDate });
    return { headers, rows: [example], areExamples: true };
  };
  return (
    <div className="file-button" {...fileArea}>
      {isReady ? (
        <FileInput value={[]} accept=".xlsx,.csv" onChange={({ detail }) => readFile(detail.value[0])}>
          {t('returns.file.title')}
        </FileInput>
      ) : (
        <p>{t('returns.file.storeNeeded')}</p>
      )}
      <TableDownload
        label={t('file.template')}
        name={t('returns.file.templateName')}
        title={t('returns.file.sheet')}
        disabledReason={storeId === '' ? t('returns.file.storeNeeded') : undefined}
        createTable={createTemplate}
      />
      <small>
        {t('file.dropOrPaste')}{' '}
        {t('returns.file.limits', {
          lines: formatNumber(returnLimits.lines),
          megabytes: returnLimits.file.bytes / 1024 / 1024,
        })}
      </small>
      {isDragging && isReady && (
        <div className="file-drop">
          <strong>{t('returns.file.title')}</strong>
        </div>
      )}
    </div>
  );
};
