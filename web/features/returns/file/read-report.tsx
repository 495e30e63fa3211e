import Alert from '@cloudscape-design/components/alert';
import Link from '@cloudscape-design/components/link';
import { paths } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import type { ReadFileReport } from '#shared/returns/file/report.ts';
import { missingCodeRows } from '#shared/returns/file/report.ts';
import { usePlace } from '#web/browser/place.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FileNumbers } from '#web/ui/file/file-numbers.tsx';
import { useRowWords } from '#web/ui/file/row-words.ts';
import { DroppedRows } from './dropped-rows.tsx';
import { RefusedRows } from './refused-rows.tsx';
import { TakeOverLines } from './take-over-lines.tsx';
import type { TakeOver, Waiting } from './take-over.ts';
import type { ReadFile } from './use-return-file.ts';

type SentBeforeProps = { readonly sentBefore: NonNullable<ReadFile['sentBefore']>; readonly storeId: string };

/** Says that the store has submitted this very file before: when, by whom, and where to look. */
const FileSentBefore = ({ sentBefore: { storeRefNo, id, createdAt, by, lines }, storeId }: SentBeforeProps) => {
  const { t, formatInstant } = useTexts();
  const here = usePlace();
  return (
    <Alert type="warning">
      {t('returns.file.sentBefore', {
        date: formatInstant(createdAt, regions[here.region].timeZone),
        by,
        reference: storeRefNo,
        lines,
      })}{' '}
      {/* In a tab of its own: the report stays. */}
      <Link href={recordAddress(paths.submittedReturns(here), { storeId, storeRefNo, id })} external target="_blank">
        {t('returns.file.showReturn', { reference: storeRefNo })}
      </Link>
    </Alert>
  );
};

type Props = {
  readonly report: ReadFileReport;
  readonly answer: ReadFile;
  readonly takeOver: TakeOver;
  readonly unfinished: Waiting;
};

/** What a file brings: every row of it is accepted, dropped or refused, and nothing is in the return before it is taken over. */
export const ReadReport = ({ report, answer, takeOver, unfinished }: Props) => {
  const { t } = useTexts();
  const rowWords = useRowWords();
  const { rows, accepted, dropped, refused, otherSheets, hiddenRows } = report;
  const { sentBefore } = answer;
  return (
    <>
      {sentBefore && <FileSentBefore sentBefore={sentBefore} storeId={report.storeId} />}
      {/* The last three add up to the first. */}
      <FileNumbers
        numbers={[
          [t('file.numbers.rows'), rows],
          [t('returns.file.numbers.accepted'), accepted.length],
          [t('returns.file.numbers.dropped'), dropped.length],
          [t('file.numbers.refused'), refused.length],
        ]}
      />
      {otherSheets.length > 0 && (
        <Alert type="warning">{t('file.otherSheets', { sheets: otherSheets.join(', ') })}</Alert>
      )}
      {hiddenRows.length > 0 && <Alert type="info">{t('file.hiddenRows', { rows: rowWords(hiddenRows) })}</Alert>}
      {missingCodeRows(refused).map(({ code, rows: missing }) => (
        <Alert key={code} type="error" header={t(`errors.${code}`)}>
          {rowWords(missing)}
        </Alert>
      ))}
      <TakeOverLines report={report} answer={answer} takeOver={takeOver} unfinished={unfinished} />
      {dropped.length > 0 && <DroppedRows dropped={dropped} />}
      {refused.length > 0 && <RefusedRows refused={refused} />}
    </>
  );
};
