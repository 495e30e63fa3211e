import { useRef, useState } from 'react';
import type { FileReport } from '#shared/returns/file/report.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { FileQuestions } from './file-questions.tsx';
import { ReadReport } from './read-report.tsx';
import type { Reporting } from './read-report.tsx';
import { RefusedFile } from './refused-file.tsx';
import type { Choices, Question, ReadFile } from './use-return-file.ts';

const all: readonly Question[] = ['reordered', 'setAside', 'guessed', 'spellings', 'doubtfulDates'];

/** What a report asks that isn't settled yet. */
const questionsOf = (report: FileReport, settled: readonly Question[] = []): Question[] =>
  all.filter((question) => !settled.includes(question) && question in report && report[question as keyof FileReport]);

type Props = Reporting & {
  readonly name: string;
  readonly answer: ReadFile;
  readonly onReadAgain: (choices: Choices) => void;
};

/** What became of a file. What it may not have meant is asked about before anything else is said. */
export const FileReportView = ({ name, answer, onReadAgain, ...reporting }: Props) => {
  const { t } = useTexts();
  const { report } = answer;
  const title = useRef<HTMLHeadingElement>(null);
  const [settled, setSettled] = useState<ReadFile>();
  const questions = settled === answer ? [] : questionsOf(report, answer.settled);
  const isOpen = questions.length > 0;
  const settle = () => {
    setSettled(answer);
    // The button goes, and what it was for stands below the title.
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
          onReadAgain={(choices) => onReadAgain({ ...choices, settled: [...(answer.settled ?? []), ...questions] })}
        />
      )}
      {!isOpen && report.outcome === 'refused' && <RefusedFile report={report} />}
      {!isOpen && report.outcome === 'read' && (
        <ReadReport name={name} report={report} answer={answer} {...reporting} />
      )}
    </div>
  );
};
