import { useTexts } from '#web/language/i18n.ts';
import { ReadReport } from './read-report.tsx';
import { RefusedFile } from './refused-file.tsx';
import type { Waiting } from './return-file-section.tsx';
import type { TakeOver } from './take-over.ts';
import type { ReadFile } from './use-return-file.ts';
import { WrongOrder } from './wrong-order.tsx';

type Props = {
  readonly name: string;
  readonly answer: ReadFile;
  readonly takeOver: TakeOver;
  readonly unfinished: Waiting;
  readonly onPutInOrder: () => void;
};

/** What became of a file. */
export const FileReportView = ({ name, answer, takeOver, unfinished, onPutInOrder }: Props) => {
  const { t } = useTexts();
  const { report } = answer;
  return (
    <div className="file-report">
      <h3 className="file-report-title" tabIndex={-1} data-file-outcome="">
        {t('returns.file.reportOf', { name })}
      </h3>
      {report.outcome === 'refused' && <RefusedFile report={report} />}
      {report.outcome === 'wrongOrder' && <WrongOrder found={report.found} onPutInOrder={onPutInOrder} />}
      {report.outcome === 'read' && (
        <ReadReport report={report} answer={answer} takeOver={takeOver} unfinished={unfinished} />
      )}
    </div>
  );
};
