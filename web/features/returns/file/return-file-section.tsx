import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import FileInput from '@cloudscape-design/components/file-input';
import { useRef, useState } from 'react';
import { addDays } from '#shared/dates/dates.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import type { FileReport, ReturnsFileProblem } from '#shared/returns/file/report.ts';
import { createReturnTemplate } from '#shared/returns/file/template.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { fileArea, FileOutcome, useFileStatus } from '#web/components/files/file-outcome.tsx';
import { fileProblemTexts } from '#web/components/files/file-problems.ts';
import '#web/components/files/file.css';
import { useRowRangesText } from '#web/components/files/row-ranges.ts';
import { TableDownload } from '#web/components/files/table-download.tsx';
import { useFileIntake } from '#web/components/files/use-file-intake.ts';
import { WrongHeaders } from '#web/components/files/wrong-headers.tsx';
import { useReturnLinesContext } from '#web/features/returns/book/use-return-lines.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { TextKey } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { FileQuestions } from './file-questions.tsx';
import type { ReportProps } from './read-report.tsx';
import { ReadReport } from './read-report.tsx';
import { columnLabel } from './reason-texts.ts';
import type { FileAnswers, FileQuestion, FileReadResult, useReturnFile } from './use-return-file.ts';

const texts = {
  ...fileProblemTexts,
  FileTooLarge: 'returns.file.refusals.FileTooLarge',
  ReturnsFileWrongHeaders: 'errors.ReturnsFileWrongHeaders',
  ReturnsFileNotSameStoreReference: 'errors.ReturnsFileNotSameStoreReference',
  ReturnsFileOtherStore: 'returns.file.refusals.ReturnsFileOtherStore',
  ReturnsFileTooManyLines: 'returns.file.refusals.ReturnsFileTooManyLines',
} as const satisfies Record<ReturnsFileProblem, TextKey>;

const RejectedFile = ({ report }: { readonly report: Extract<FileReport, { outcome: 'refused' }> }) => {
  const { t, language, formatNumber } = useTexts();
  const rowWords = useRowRangesText();
  const { code, stores, lines = 0, row, missing = [], unknown = [], repeated = [], otherSheets } = report;
  const words = (columns: readonly FileColumn[]) => columns.map((column) => columnLabel(column, language));
  return (
    <Alert
      type="error"
      header={t(texts[code], {
        most: formatNumber(returnLimits.lines),
        lines: formatNumber(lines),
        megabytes: returnLimits.file.bytes / 1024 / 1024,
      })}
    >
      {code === 'ReturnsFileWrongHeaders' && (
        <WrongHeaders
          missing={words(missing)}
          unknown={unknown}
          repeated={words(repeated)}
          expected={words(fileColumns)}
          otherSheets={otherSheets}
        />
      )}
      {stores && (
        <ul>
          {stores.map(({ storeId, storeRefNo, rows }) => (
            <li key={[storeId, storeRefNo].join('\n')}>
              {t('returns.file.namedBy', {
                storeId: storeId || t('returns.file.blank'),
                reference: storeRefNo || t('returns.file.blank'),
                rows: rowWords(rows),
              })}
            </li>
          ))}
        </ul>
      )}
      {row !== undefined && <p>{t('file.readUpTo', { row })}</p>}
      <p>{t('returns.file.nothingTaken')}</p>
    </Alert>
  );
};

const questionOrder: readonly FileQuestion[] = ['reordered', 'setAside', 'guessed', 'spellings', 'doubtfulDates'];

const findOpenQuestions = (report: FileReport, answeredQuestions: readonly FileQuestion[] = []): FileQuestion[] =>
  questionOrder.filter(
    (question) => !answeredQuestions.includes(question) && question in report && report[question as keyof FileReport],
  );

type FileReportViewProps = ReportProps & {
  readonly name: string;
  readonly answer: FileReadResult;
  readonly onReadAgain: (choices: FileAnswers) => void;
};

const FileReportView = ({ name, answer, onReadAgain, ...reporting }: FileReportViewProps) => {
  const { t } = useTexts();
  const { report } = answer;
  const title = useRef<HTMLHeadingElement>(null);
  const [settledResult, setSettledResult] = useState<FileReadResult>();
  const questions = settledResult === answer ? [] : findOpenQuestions(report, answer.answeredQuestions);
  const isOpen = questions.length > 0;
  const settle = () => {
    setSettledResult(answer);
    // The pressed button disappears; focus the title, below which the report follows.
    title.current?.focus();
    announce(t('returns.file.isRead', { name }));
  };
  return (
    <div className="file-report">
      <h3 ref={title} className="file-report-title" tabIndex={-1} data-file-outcome="">
        {t('file.reportOf', { name })}
      </h3>
      {isOpen && (
        <FileQuestions
          report={report}
          questions={questions}
          onSettled={settle}
          onReadAgain={(choices) =>
            onReadAgain({ ...choices, answeredQuestions: [...(answer.answeredQuestions ?? []), ...questions] })
          }
        />
      )}
      {!isOpen && report.outcome === 'refused' && <RejectedFile report={report} />}
      {!isOpen && report.outcome === 'read' && (
        <ReadReport name={name} report={report} answer={answer} {...reporting} />
      )}
    </div>
  );
};

type FileProps = { readonly file: ReturnType<typeof useReturnFile> };

/** Report on the file of a return, above the form. */
export const ReturnFileReport = ({ file, ...reporting }: FileProps & ReportProps) => {
  const { t } = useTexts();
  if (file.state.status === 'none') return null;
  return (
    <Container>
      <h2 className="visually-hidden">{t('returns.file.title')}</h2>
      <FileOutcome file={file}>
        {(name, answer) => <FileReportView name={name} answer={answer} onReadAgain={file.readAgain} {...reporting} />}
      </FileOutcome>
    </Container>
  );
};

/** Age of the template's example purchase, within every return period. */
const exampleDaysAgo = 3;

/** Button for lines from a file, and its template. A file can also be dropped or pasted anywhere on the page. */
export const ReturnFileButton = ({ file, isReady }: FileProps & { readonly isReady: boolean }) => {
  const { t, language, formatNumber } = useTexts();
  const { unfinishedInput, storeId, context } = useReturnLinesContext();
  const toReadText = (name: string) => t('returns.file.isRead', { name });
  const read = (chosenFile: File | undefined) => {
    // A new file must not silently discard lines of the previous one.
    if (chosenFile && isReady && !unfinishedInput.reportFirst('file', 'row')) file.read(chosenFile);
  };
  const { isDragging } = useFileIntake(t('file.pasted'), read);
  useFileStatus(file, toReadText);
  // The example row is rejected on upload until it is replaced.
  const template = () => {
    const purchaseDate = addDays(context.today, -exampleDaysAgo);
    const { headers, example } = createReturnTemplate(language, { storeId, purchaseDate });
    return { headers, rows: [example], areExamples: true };
  };
  return (
    <div className="file-button" {...fileArea}>
      {isReady ? (
        <FileInput value={[]} accept=".xlsx,.csv" onChange={({ detail }) => read(detail.value[0])}>
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
        table={template}
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
