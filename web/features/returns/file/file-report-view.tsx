import Alert from '@cloudscape-design/components/alert';
import { useRef, useState } from 'react';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import type { ReturnsFileProblem } from '#shared/returns/file/rejections.ts';
import type { FileReport } from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { fileProblemTexts } from '#web/components/files/file-problems.ts';
import { useRowRangesText } from '#web/components/files/row-ranges.ts';
import { WrongHeaders } from '#web/components/files/wrong-headers.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import type { TextKey } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { FileQuestions } from './file-questions.tsx';
import type { ReportProps } from './read-report.tsx';
import { ReadReport } from './read-report.tsx';
import { toColumnLabel } from './reason-texts.ts';
import type { FileAnswers, FileQuestion, FileReadResult } from './use-return-file.ts';

const problemTexts = {
  ...fileProblemTexts,
  FileTooLarge: 'returns.file.refusals.FileTooLarge',
  ReturnsFileWrongHeaders: 'errors.ReturnsFileWrongHeaders',
  ReturnsFileNotSameStoreReference: 'errors.ReturnsFileNotSameStoreReference',
  ReturnsFileOtherStore: 'returns.file.refusals.ReturnsFileOtherStore',
  ReturnsFileTooManyLines: 'returns.file.refusals.ReturnsFileTooManyLines',
} as const satisfies Record<ReturnsFileProblem, TextKey>;

const RejectedFile = ({ report }: { readonly report: Extract<FileReport, { outcome: 'refused' }> }) => {
  const { t, language, formatNumber } = useTexts();
  const formatRows = useRowRangesText();
  const { code, stores, lines = 0, row, missing = [], unknown = [], repeated = [], otherSheets } = report;
  const toLabels = (columns: readonly FileColumn[]) => columns.map((column) => toColumnLabel(column, language));
  return (
    <Alert
      type="error"
      header={t(problemTexts[code], {
        most: formatNumber(returnLimits.lines),
        lines: formatNumber(lines),
        megabytes: returnLimits.file.bytes / 1024 / 1024,
      })}
    >
      {code === 'ReturnsFileWrongHeaders' && (
        <WrongHeaders
          missing={toLabels(missing)}
          unknown={unknown}
          repeated={toLabels(repeated)}
          expected={toLabels(fileColumns)}
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
                rows: formatRows(rows),
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
  readonly result: FileReadResult;
  readonly onReadAgain: (answers: FileAnswers) => void;
};

/** Report on a file that was read: its questions, then its rows or the reason for its rejection. */
export const FileReportView = ({ name, result, onReadAgain, ...reportProps }: FileReportViewProps) => {
  const { t } = useTexts();
  const { report } = result;
  const title = useRef<HTMLHeadingElement>(null);
  /** Result whose questions the user has answered in a way that needs no further reading of the file. */
  const [settledResult, setSettledResult] = useState<FileReadResult>();
  const questions = settledResult === result ? [] : findOpenQuestions(report, result.answeredQuestions);
  const hasQuestions = questions.length > 0;
  const settle = () => {
    setSettledResult(result);
    // The focus moves to the title above the report, because the pressed button disappears.
    title.current?.focus();
    announce(t('returns.file.isRead', { name }));
  };
  return (
    <div className="file-report">
      <h3 ref={title} className="file-report-title" tabIndex={-1} data-file-outcome="">
        {t('file.reportOf', { name })}
      </h3>
      {hasQuestions && (
        <FileQuestions
          report={report}
          questions={questions}
          onSettled={settle}
          onReadAgain={(answers) =>
            onReadAgain({ ...answers, answeredQuestions: [...(result.answeredQuestions ?? []), ...questions] })
          }
        />
      )}
      {!hasQuestions && report.outcome === 'refused' && <RejectedFile report={report} />}
      {!hasQuestions && report.outcome === 'read' && (
        <ReadReport name={name} report={report} result={result} {...reportProps} />
      )}
    </div>
  );
};
