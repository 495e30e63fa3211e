import Alert from '@cloudscape-design/components/alert';
import { useRef, useState } from 'react';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import type { FileReport, ReturnsFileProblem } from '#shared/returns/file/report.ts';
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
import { columnLabel } from './reason-texts.ts';
import type { FileAnswers, FileQuestion, FileReadResult } from './use-return-file.ts';

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

/** Report on a file that was read: what it asks, then its lines or why it was rejected. */
export const FileReportView = ({ name, answer, onReadAgain, ...reporting }: FileReportViewProps) => {
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
