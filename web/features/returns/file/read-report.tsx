import Alert from '@cloudscape-design/components/alert';
import Link from '@cloudscape-design/components/link';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { paths } from '#shared/api/paths.ts';
import { regions } from '#shared/config/regions.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import type { OmittedRows } from '#shared/returns/file/rejections.ts';
import type { ReadFileReport } from '#shared/returns/file/report.ts';
import { findMissingCodeRows } from '#shared/returns/file/report.ts';
import { usePlace } from '#web/browser/place.ts';
import { FileNumbers } from '#web/components/files/file-numbers.tsx';
import { useRowRangesText } from '#web/components/files/row-ranges.ts';
import type { LineValues } from '#web/features/returns/book/lines.ts';
import type { ReturnForm } from '#web/features/returns/book/use-return.ts';
import { toProductLabel } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { AddFileLines, useTargetReturn } from './add-file-lines.tsx';
import { CorrectRows, DoubtfulRows } from './correct-rows.tsx';
import { DroppedRows, RejectedRows } from './omitted-rows.tsx';
import type { FileReadResult } from './use-return-file.ts';

const maxContradictions = 10;

/** Notices about how a file was interpreted, and what to check before its lines are added. */
const FileNotices = ({ report }: { readonly report: ReadFileReport }) => {
  const { t, language } = useTexts();
  const formatRows = useRowRangesText();
  const { unnamed, storeId, setAside, contradictions, otherSheets, hiddenRows } = report;
  return (
    <>
      {otherSheets.length > 0 && (
        <Alert type="warning">{t('file.otherSheets', { sheets: otherSheets.join(', ') })}</Alert>
      )}
      {hiddenRows.length > 0 && <Alert type="info">{t('file.hiddenRows', { rows: formatRows(hiddenRows) })}</Alert>}
      {unnamed.includes('storeRefNo') && <Alert type="info">{t('returns.file.unnamedReference')}</Alert>}
      {unnamed.includes('storeId') && <Alert type="info">{t('returns.file.unnamedStore', { storeId })}</Alert>}
      {setAside && setAside.rows.length > 0 && (
        <Alert type="info">
          {t('returns.file.setAside', { rows: formatRows(setAside.rows.map(({ row }) => row)) })}
        </Alert>
      )}
      {contradictions.length > 0 && (
        <Alert type="warning" header={t('returns.file.contradictions')}>
          <ul>
            {contradictions.slice(0, maxContradictions).map(({ row, productDescription, product }) => (
              <li key={row}>
                {t('returns.file.contradiction', {
                  row,
                  description: productDescription,
                  product: toProductLabel(product, language),
                })}
              </li>
            ))}
          </ul>
          {contradictions.length > maxContradictions && (
            <p>{formatRows(contradictions.slice(maxContradictions).map(({ row }) => row))}</p>
          )}
        </Alert>
      )}
    </>
  );
};

type EarlierReturnProps = {
  readonly earlierReturn: NonNullable<FileReadResult['sentBefore']>;
  readonly storeId: string;
};

/** Warning that the store has recently booked a return from the same file. */
const EarlierReturnNotice = ({ earlierReturn, storeId }: EarlierReturnProps) => {
  const { storeRefNo, id, createdAt, by, lines } = earlierReturn;
  const { t, formatInstant } = useTexts();
  const place = usePlace();
  return (
    <Alert type="warning">
      {t('returns.file.sentBefore', {
        date: formatInstant(createdAt, regions[place.region].timeZone),
        by,
        reference: storeRefNo,
        count: lines,
      })}{' '}
      {/* Opens a new tab, so that the report stays open. */}
      <Link href={toRecordPath(paths.submittedReturns(place), { storeId, storeRefNo, id })} external target="_blank">
        {t('returns.file.showReturn', { reference: storeRefNo })}
      </Link>
    </Alert>
  );
};

export type ReportProps = {
  readonly form: ReturnForm;
  /** Called when the report appears and disappears. Must be stable across renders. */
  readonly onVisibilityChange: (isShown: boolean) => void;
};

type Props = ReportProps & {
  readonly name: string;
  readonly report: ReadFileReport;
  readonly result: FileReadResult;
};

/** Report on a file: every row is accepted, dropped or rejected. No line is in the return until the user adds it. */
export const ReadReport = ({ name, report, result, form, onVisibilityChange }: Props) => {
  const { t } = useTexts();
  const formatRows = useRowRangesText();
  const { rows, accepted, dropped } = report;
  const { sentBefore: earlierReturn } = result;
  const targetReturn = useTargetReturn(form, report, result);
  const [correctedRows, setCorrectedRows] = useState<ReadonlySet<number>>(new Set());
  const rejectedRows = useMemo(
    () => report.refused.filter(({ row }) => !correctedRows.has(row)),
    [report, correctedRows],
  );
  const saveOmittedRows = useEffectEvent((omittedRows: OmittedRows | undefined) => {
    if (omittedRows !== form.values.left) form.set('left', omittedRows);
  });
  useEffect(
    () =>
      saveOmittedRows(rejectedRows.length + dropped.length > 0 ? { name, refused: rejectedRows, dropped } : undefined),
    [name, rejectedRows, dropped],
  );
  useEffect(() => {
    onVisibilityChange(true);
    return () => onVisibilityChange(false);
  }, [onVisibilityChange]);

  const addRejectedRows = (rowNumbers: readonly number[], lines: readonly LineValues[]) => {
    targetReturn.addLines(lines, targetReturn.storeRefNo.trim() === '' ? report.storeRefNo : targetReturn.storeRefNo);
    setCorrectedRows((previous) => new Set([...previous, ...rowNumbers]));
  };
  return (
    <>
      {earlierReturn && <EarlierReturnNotice earlierReturn={earlierReturn} storeId={report.storeId} />}
      {/* The first number is the sum of the others. */}
      <FileNumbers
        numbers={[
          [t('file.numbers.rows'), rows],
          [t('returns.file.numbers.accepted'), accepted.length],
          [t('returns.file.numbers.dropped'), dropped.length],
          [t('file.numbers.refused'), rejectedRows.length],
          ...(correctedRows.size > 0 ? [[t('returns.file.numbers.corrected'), correctedRows.size] as const] : []),
        ]}
      />
      <FileNotices report={report} />
      {findMissingCodeRows(rejectedRows).map(({ code, rows: missingRows }) => (
        <Alert key={code} type="error" header={t(`errors.${code}`)}>
          {formatRows(missingRows)}
        </Alert>
      ))}
      <AddFileLines report={report} targetReturn={targetReturn} />
      {dropped.length > 0 && <DroppedRows dropped={dropped} />}
      {rejectedRows.length > 0 &&
        (targetReturn.remainingLines > 0 && targetReturn.hasRoomForFile ? (
          <>
            <DoubtfulRows rejectedRows={rejectedRows} room={targetReturn.remainingLines} onAdded={addRejectedRows} />
            <CorrectRows rejectedRows={rejectedRows} onCorrected={({ row }, line) => addRejectedRows([row], [line])} />
          </>
        ) : (
          <RejectedRows rejectedRows={rejectedRows} />
        ))}
    </>
  );
};
