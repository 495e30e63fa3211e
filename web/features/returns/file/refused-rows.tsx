import Box from '@cloudscape-design/components/box';
import { useMemo } from 'react';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { Reason, RefusedRow } from '#shared/returns/file/report.ts';
import { refusedRowsTable } from '#shared/returns/file/report.ts';
import type { Texts } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { ListColumn } from '#web/ui/list/data-table.tsx';
import { columnWords, reasonWords } from './reason-words.ts';
import { ReportTable } from './report-table.tsx';
import { TableDownload } from './table-download.tsx';

type Refusal = { readonly id: string; readonly row: number; readonly reason: Reason; readonly value: string };

const valueAt = ({ values }: RefusedRow, { column }: Reason) =>
  column === null ? '' : (values[fileColumns.indexOf(column)] ?? '');

const columnsOf = ({ t, language }: Texts): readonly ListColumn<Refusal>[] => [
  {
    id: 'row',
    header: t('returns.file.columns.row'),
    text: ({ row }) => String(row),
    order: ({ row }) => row,
    minWidth: 80,
    isRowHeader: true,
  },
  {
    id: 'column',
    header: t('returns.file.columns.column'),
    text: ({ reason }) => (reason.column === null ? '' : columnWords(reason.column, language)),
    minWidth: 130,
  },
  { id: 'value', header: t('returns.file.columns.value'), text: ({ value }) => value, minWidth: 150 },
  {
    id: 'reason',
    header: t('returns.file.columns.reason'),
    text: ({ reason }) => reasonWords(reason, t),
    minWidth: 260,
  },
];

/** Rows that have to be corrected first, each with all that is wrong with it; and a file of them, to do that in. */
export const RefusedRows = ({ refused }: { readonly refused: readonly RefusedRow[] }) => {
  const texts = useTexts();
  const { t, language } = texts;
  const items = useMemo(
    () =>
      refused.flatMap((row) =>
        row.reasons.map((reason, index): Refusal => ({
          id: [row.row, index].join('-'),
          row: row.row,
          reason,
          value: valueAt(row, reason),
        })),
      ),
    [refused],
  );
  // `texts` is another object on every render; what it says only changes with the language.
  // oxlint-disable-next-line react/exhaustive-deps
  const columns = useMemo(() => columnsOf(texts), [texts.language]);
  const inFile = (reason: Reason) =>
    [...(reason.column === null ? [] : [columnWords(reason.column, language)]), reasonWords(reason, t)].join(': ');
  return (
    <section aria-labelledby="refused-rows">
      <h4 id="refused-rows" className="file-rows-title">
        {t('returns.file.refused')}
      </h4>
      <Box variant="p">{t('returns.file.refusedHint')}</Box>
      <TableDownload
        label={t('returns.file.downloadRefused')}
        name={t('returns.file.refusedName')}
        title={t('returns.file.sheet')}
        table={() => {
          const [headers = [], ...rows] = refusedRowsTable(refused, language, inFile);
          return { headers, rows };
        }}
      />
      <ReportTable label={t('returns.file.refused')} columns={columns} items={items} />
    </section>
  );
};
