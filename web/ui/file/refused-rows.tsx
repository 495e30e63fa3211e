import Box from '@cloudscape-design/components/box';
import { useMemo } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import type { Texts } from '#web/language/i18n.ts';
import type { ListColumn } from '#web/ui/list/data-table.tsx';
import { ReportTable } from './report-table.tsx';
import { TableDownload } from './table-download.tsx';
import type { TextTable } from './table-download.tsx';

/** One thing wrong in a row, in words; no column where it isn't in one of them. */
type Refusal = {
  readonly row: number;
  readonly column: string;
  readonly value: string;
  readonly reason: string;
};

type Item = Refusal & { readonly id: string };

const columnsOf = ({ t }: Texts): readonly ListColumn<Item>[] => [
  {
    id: 'row',
    header: t('file.columns.row'),
    text: ({ row }) => String(row),
    order: ({ row }) => row,
    minWidth: 80,
    isRowHeader: true,
  },
  { id: 'column', header: t('file.columns.column'), text: ({ column }) => column, minWidth: 130 },
  { id: 'value', header: t('file.columns.value'), text: ({ value }) => value, minWidth: 150 },
  { id: 'reason', header: t('file.columns.reason'), text: ({ reason }) => reason, minWidth: 260 },
];

type Props = {
  /** The same array as long as they are the same. */
  readonly refusals: readonly Refusal[];
  /** The rows as a file to correct and send again. */
  readonly table: () => TextTable;
  /** Of the file's sheet. */
  readonly sheet: string;
};

/** Rows that have to be corrected first, each with all that is wrong with it; and a file of them, to do that in. */
export const RefusedRows = ({ refusals, table, sheet }: Props) => {
  const texts = useTexts();
  const { t } = texts;
  const items = useMemo(() => refusals.map((refusal, index): Item => ({ ...refusal, id: String(index) })), [refusals]);
  // `texts` is another object on every render; what it says only changes with the language.
  // oxlint-disable-next-line react/exhaustive-deps
  const columns = useMemo(() => columnsOf(texts), [texts.language]);
  return (
    <section aria-labelledby="refused-rows">
      <h4 id="refused-rows" className="file-rows-title">
        {t('file.refused')}
      </h4>
      <Box variant="p">{t('file.refusedHint')}</Box>
      <TableDownload label={t('file.downloadRefused')} name={t('file.refusedName')} title={sheet} table={table} />
      <ReportTable label={t('file.refused')} columns={columns} items={items} />
    </section>
  );
};
