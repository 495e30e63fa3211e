import Alert from '@cloudscape-design/components/alert';
import Link from '@cloudscape-design/components/link';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { paths } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import type { LeftRows, ReadFileReport } from '#shared/returns/file/report.ts';
import { missingCodeRows } from '#shared/returns/file/report.ts';
import { usePlace } from '#web/browser/place.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import type { LineValues } from '#web/features/returns/book/lines.ts';
import type { ReturnForm } from '#web/features/returns/book/use-return.ts';
import { productLabel } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FileNumbers } from '#web/ui/file/file-numbers.tsx';
import { useRowWords } from '#web/ui/file/row-words.ts';
import { CorrectRows, DoubtfulRows } from './correct-rows.tsx';
import { DroppedRows, RefusedRows } from './left-rows.tsx';
import { TakeOverLines, useTakeOver } from './take-over-lines.tsx';
import type { ReadFile } from './use-return-file.ts';

const most = 10;

/** What of a file was not taken literally, or is to be looked at before its lines are added. */
const FileNotices = ({ report }: { readonly report: ReadFileReport }) => {
  const { t, language } = useTexts();
  const rowWords = useRowWords();
  const { unnamed, storeId, setAside, contradictions, otherSheets, hiddenRows } = report;
  return (
    <>
      {otherSheets.length > 0 && (
        <Alert type="warning">{t('file.otherSheets', { sheets: otherSheets.join(', ') })}</Alert>
      )}
      {hiddenRows.length > 0 && <Alert type="info">{t('file.hiddenRows', { rows: rowWords(hiddenRows) })}</Alert>}
      {unnamed.includes('storeRefNo') && <Alert type="info">{t('returns.file.unnamedReference')}</Alert>}
      {unnamed.includes('storeId') && <Alert type="info">{t('returns.file.unnamedStore', { storeId })}</Alert>}
      {setAside && setAside.rows.length > 0 && (
        <Alert type="info">{t('returns.file.setAside', { rows: rowWords(setAside.rows.map(({ row }) => row)) })}</Alert>
      )}
      {contradictions.length > 0 && (
        <Alert type="warning" header={t('returns.file.contradictions')}>
          <ul>
            {contradictions.slice(0, most).map(({ row, productDescription, product }) => (
              <li key={row}>
                {t('returns.file.contradiction', {
                  row,
                  description: productDescription,
                  product: productLabel(product, language),
                })}
              </li>
            ))}
          </ul>
          {contradictions.length > most && <p>{rowWords(contradictions.slice(most).map(({ row }) => row))}</p>}
        </Alert>
      )}
    </>
  );
};

type SentBeforeProps = { readonly sentBefore: NonNullable<ReadFile['sentBefore']>; readonly storeId: string };

const FileSentBefore = ({ sentBefore: { storeRefNo, id, createdAt, by, lines }, storeId }: SentBeforeProps) => {
  const { t, formatInstant } = useTexts();
  const here = usePlace();
  return (
    <Alert type="warning">
      {t('returns.file.sentBefore', {
        date: formatInstant(createdAt, regions[here.region].timeZone),
        by,
        reference: storeRefNo,
        count: lines,
      })}{' '}
      {/* In a tab of its own: the report stays. */}
      <Link href={recordAddress(paths.submittedReturns(here), { storeId, storeRefNo, id })} external target="_blank">
        {t('returns.file.showReturn', { reference: storeRefNo })}
      </Link>
    </Alert>
  );
};

export type Reporting = {
  readonly form: ReturnForm;
  /** Is told whether they show; the same on every render. */
  readonly onShown: (isShown: boolean) => void;
};

type Props = Reporting & {
  readonly name: string;
  readonly report: ReadFileReport;
  readonly answer: ReadFile;
};

/** What a file brings: every row of it is accepted, dropped or refused, and nothing is in the return before it is taken over. */
export const ReadReport = ({ name, report, answer, form, onShown }: Props) => {
  const { t } = useTexts();
  const rowWords = useRowWords();
  const { rows, accepted, dropped } = report;
  const { sentBefore } = answer;
  const takeOver = useTakeOver(form, report, answer);
  const [corrected, setCorrected] = useState<ReadonlySet<number>>(new Set());
  const refused = useMemo(() => report.refused.filter(({ row }) => !corrected.has(row)), [report, corrected]);
  const tellLeft = useEffectEvent((left: LeftRows | undefined) => {
    if (left !== form.values.left) form.set('left', left);
  });
  useEffect(
    () => tellLeft(refused.length + dropped.length > 0 ? { name, refused, dropped } : undefined),
    [name, refused, dropped],
  );
  useEffect(() => {
    onShown(true);
    return () => onShown(false);
  }, [onShown]);

  const takeRowsOver = (taken: readonly number[], lines: readonly LineValues[]) => {
    takeOver.into(lines, takeOver.storeRefNo.trim() === '' ? report.storeRefNo : takeOver.storeRefNo);
    setCorrected((known) => new Set([...known, ...taken]));
  };
  return (
    <>
      {sentBefore && <FileSentBefore sentBefore={sentBefore} storeId={report.storeId} />}
      {/* Those behind the first add up to it. */}
      <FileNumbers
        numbers={[
          [t('file.numbers.rows'), rows],
          [t('returns.file.numbers.accepted'), accepted.length],
          [t('returns.file.numbers.dropped'), dropped.length],
          [t('file.numbers.refused'), refused.length],
          ...(corrected.size > 0 ? [[t('returns.file.numbers.corrected'), corrected.size] as const] : []),
        ]}
      />
      <FileNotices report={report} />
      {missingCodeRows(refused).map(({ code, rows: missing }) => (
        <Alert key={code} type="error" header={t(`errors.${code}`)}>
          {rowWords(missing)}
        </Alert>
      ))}
      <TakeOverLines report={report} takeOver={takeOver} />
      {dropped.length > 0 && <DroppedRows dropped={dropped} />}
      {refused.length > 0 &&
        (takeOver.room > 0 && takeOver.hasRoomForFile ? (
          <>
            <DoubtfulRows refused={refused} room={takeOver.room} onTaken={takeRowsOver} />
            <CorrectRows refused={refused} onCorrected={({ row }, line) => takeRowsOver([row], [line])} />
          </>
        ) : (
          <RefusedRows refused={refused} />
        ))}
    </>
  );
};
