import Alert from '@cloudscape-design/components/alert';
import type { FileReport } from '#shared/returns/file/report.ts';
import { missingCodeRows } from '#shared/returns/file/report.ts';
import { useTexts } from '#web/language/i18n.ts';
import { DroppedRows } from './dropped-rows.tsx';
import { FileSentBefore } from './file-sent-before.tsx';
import { RefusedRows } from './refused-rows.tsx';
import { ReportNumbers } from './report-numbers.tsx';
import type { Waiting } from './return-file-section.tsx';
import { TakeOverLines } from './take-over-lines.tsx';
import type { TakeOver } from './take-over.ts';
import type { ReadFile } from './use-return-file.ts';
import { useRowWords } from './use-row-words.ts';

export type ReadReturnReport = Extract<FileReport, { outcome: 'read' }>;

type Props = {
  readonly report: ReadReturnReport;
  readonly answer: ReadFile;
  readonly takeOver: TakeOver;
  readonly unfinished: Waiting;
};

/** What a file brings: every row of it is accepted, dropped or refused, and nothing is in the return before it is taken over. */
export const ReadReport = ({ report, answer: { hash, sentBefore }, takeOver, unfinished }: Props) => {
  const { t } = useTexts();
  const rowWords = useRowWords();
  const { dropped, refused, otherSheets, hiddenRows } = report;
  return (
    <>
      {sentBefore && <FileSentBefore sentBefore={sentBefore} storeId={report.storeId} />}
      <ReportNumbers report={report} />
      {otherSheets.length > 0 && (
        <Alert type="warning">{t('returns.file.otherSheets', { sheets: otherSheets.join(', ') })}</Alert>
      )}
      {hiddenRows.length > 0 && (
        <Alert type="info">{t('returns.file.hiddenRows', { rows: rowWords(hiddenRows) })}</Alert>
      )}
      {missingCodeRows(refused).map(({ code, rows }) => (
        <Alert key={code} type="error" header={t(`errors.${code}`)}>
          {rowWords(rows)}
        </Alert>
      ))}
      <TakeOverLines report={report} hash={hash} takeOver={takeOver} unfinished={unfinished} />
      {dropped.length > 0 && <DroppedRows dropped={dropped} />}
      {refused.length > 0 && <RefusedRows refused={refused} />}
    </>
  );
};
