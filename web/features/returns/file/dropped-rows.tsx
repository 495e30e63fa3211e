import Box from '@cloudscape-design/components/box';
import { useMemo } from 'react';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { DroppedRow } from '#shared/returns/file/report.ts';
import type { Texts } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import { ReportTable } from '#web/ui/file/report-table.tsx';
import type { ListColumn } from '#web/ui/list/data-table.tsx';
import { columnWords } from './reason-words.ts';

type Dropped = DroppedRow & { readonly id: string };

const shownColumns = ['ean', 'productDescription', 'serialNumber'] as const;

const columnsOf = ({ t, language, formatDate }: Texts): readonly ListColumn<Dropped>[] => [
  {
    id: 'row',
    header: t('file.columns.row'),
    text: ({ row }) => String(row),
    order: ({ row }) => row,
    minWidth: 80,
    isRowHeader: true,
  },
  {
    id: 'purchaseDate',
    header: columnWords('purchaseDate', language),
    text: ({ purchaseDate }) => formatDate(purchaseDate),
    order: ({ purchaseDate }) => purchaseDate,
    minWidth: 110,
  },
  ...shownColumns.map((column) => ({
    id: column,
    header: columnWords(column, language),
    text: ({ values }: Dropped) => values[fileColumns.indexOf(column)] ?? '',
    minWidth: 140,
  })),
];

type Props = { readonly dropped: readonly DroppedRow[]; readonly heading?: 'h3' | 'h4' };

/** Rows that are left out because they were bought in the future. */
export const DroppedRows = ({ dropped, heading: Heading = 'h4' }: Props) => {
  const texts = useTexts();
  const { t } = texts;
  const items = useMemo(() => dropped.map((row) => ({ ...row, id: String(row.row) })), [dropped]);
  const columns = useMemo(() => columnsOf(texts), [texts]);
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
