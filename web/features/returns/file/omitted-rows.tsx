import Box from '@cloudscape-design/components/box';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { DroppedRow, OmittedRows, Reason } from '#shared/returns/file/rejections.ts';
import type { RejectedRow } from '#shared/returns/file/report.ts';
import { toRejectedRowsTable } from '#shared/returns/file/report.ts';
import { RejectedRowsList } from '#web/components/files/rejected-rows.tsx';
import { ReportTable, createRowColumn } from '#web/components/files/report-table.tsx';
import type { ListColumn } from '#web/components/lists/list-column.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { toColumnLabel, formatReason, findReasonValue } from './reason-texts.ts';

type RejectedProps = {
  readonly rejectedRows: readonly RejectedRow[];
  readonly correction?: { readonly onCorrect: (row: number) => void; readonly editor: ReactNode };
  readonly heading?: 'h3' | 'h4';
};

export const RejectedRows = ({ rejectedRows, correction, heading }: RejectedProps) => {
  const { t, language } = useTexts();
  const problems = useMemo(
    () =>
      rejectedRows.flatMap((row) =>
        row.reasons.map((reason) => ({
          row: row.row,
          column: reason.column === null ? '' : toColumnLabel(reason.column, language),
          value: findReasonValue(row, reason),
          reason: formatReason(reason, t),
        })),
      ),
    [rejectedRows, t, language],
  );
  const toReasonText = (reason: Reason) =>
    [...(reason.column === null ? [] : [toColumnLabel(reason.column, language)]), formatReason(reason, t)].join(': ');
  return (
    <RejectedRowsList
      problems={problems}
      sheetTitle={t('returns.file.sheet')}
      createTable={() => {
        const [headers = [], ...rows] = toRejectedRowsTable(rejectedRows, language, toReasonText);
        return { headers, rows };
      }}
      correction={correction}
      heading={heading}
    />
  );
};

type DroppedItem = DroppedRow & { readonly id: string };

const textColumns = ['ean', 'productDescription', 'serialNumber'] as const;

const createColumns = ({ t, language, formatDate }: Texts): readonly ListColumn<DroppedItem>[] => [
  createRowColumn(t),
  {
    id: 'purchaseDate',
    header: toColumnLabel('purchaseDate', language),
    text: ({ purchaseDate }) => formatDate(purchaseDate),
    order: ({ purchaseDate }) => purchaseDate,
    minWidth: 110,
  },
  ...textColumns.map((column) => ({
    id: column,
    header: toColumnLabel(column, language),
    text: ({ values }: DroppedItem) => values[fileColumns.indexOf(column)] ?? '',
    minWidth: column === 'productDescription' ? 176 : 140,
  })),
];

type DroppedProps = { readonly dropped: readonly DroppedRow[]; readonly heading?: 'h3' | 'h4' };

/** Rows left out because their purchase date is in the future. */
export const DroppedRows = ({ dropped, heading: Heading = 'h4' }: DroppedProps) => {
  const texts = useTexts();
  const { t } = texts;
  const items = useMemo(() => dropped.map((row) => ({ ...row, id: String(row.row) })), [dropped]);
  const columns = useMemo(() => createColumns(texts), [texts]);
  return (
    <section aria-labelledby="dropped-rows">
      <Heading id="dropped-rows" className="file-rows-title">
        {t('returns.file.dropped')}
      </Heading>
      <Box variant="p">{t('returns.file.droppedHint')}</Box>
      <ReportTable label={t('returns.file.dropped')} columns={columns} items={items} />
    </section>
  );
};

export const OmittedRowsReport = ({ omittedRows }: { readonly omittedRows: OmittedRows }) => {
  const { t } = useTexts();
  return (
    <section className="file-report" aria-labelledby="left-rows">
      <h2 id="left-rows" className="file-report-title">
        {t('returns.file.left.report', { name: omittedRows.name })}
      </h2>
      {omittedRows.dropped.length > 0 && <DroppedRows dropped={omittedRows.dropped} heading="h3" />}
      {omittedRows.refused.length > 0 && <RejectedRows rejectedRows={omittedRows.refused} heading="h3" />}
    </section>
  );
};
