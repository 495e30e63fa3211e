import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { Reason, RefusedRow } from '#shared/returns/file/report.ts';
import { refusedRowsTable } from '#shared/returns/file/report.ts';
import { useTexts } from '#web/language/i18n.ts';
import { RefusedRows as RefusedFileRows } from '#web/ui/file/refused-rows.tsx';
import { columnWords, reasonWords } from './reason-words.ts';

const valueAt = ({ values }: RefusedRow, { column }: Reason) =>
  column === null ? '' : (values[fileColumns.indexOf(column)] ?? '');

type Props = {
  readonly refused: readonly RefusedRow[];
  /** Where they can be corrected on the spot. */
  readonly correcting?: { readonly onCorrect: (row: number) => void; readonly editor: ReactNode };
  readonly heading?: 'h3' | 'h4';
};

/** Rows that have to be corrected before they can be added to a return. */
export const RefusedRows = ({ refused, correcting, heading }: Props) => {
  const { t, language } = useTexts();
  const refusals = useMemo(
    () =>
      refused.flatMap((row) =>
        row.reasons.map((reason) => ({
          row: row.row,
          column: reason.column === null ? '' : columnWords(reason.column, language),
          value: valueAt(row, reason),
          reason: reasonWords(reason, t),
        })),
      ),
    [refused, t, language],
  );
  const inFile = (reason: Reason) =>
    [...(reason.column === null ? [] : [columnWords(reason.column, language)]), reasonWords(reason, t)].join(': ');
  return (
    <RefusedFileRows
      refusals={refusals}
      sheet={t('returns.file.sheet')}
      table={() => {
        const [headers = [], ...rows] = refusedRowsTable(refused, language, inFile);
        return { headers, rows };
      }}
      {...(correcting && { correcting })}
      heading={heading}
    />
  );
};
