import Box from '@cloudscape-design/components/box';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useStable } from '#web/browser/use-stable.ts';
import type { ListColumn } from '#web/components/lists/list-column.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import { ReportTable, createRowColumn } from './report-table.tsx';
import { TableDownload } from './table-download.tsx';
import type { TextTable } from './table-download.tsx';

type RejectedCell = { readonly row: number } & Readonly<Record<'column' | 'value' | 'reason', string>>;

/** Editor with which the user can correct a row on the page. */
type Correction = { readonly onCorrect: (row: number) => void; readonly editor: ReactNode };

type Item = RejectedCell & {
  readonly id: string;
  /** First problem of its row, in the order of the file. */
  readonly isFirst: boolean;
};

const createColumns = ({ t }: Texts, onCorrect: Correction['onCorrect'] | undefined): readonly ListColumn<Item>[] => [
  {
    ...createRowColumn(t),
    ...(onCorrect && {
      minWidth: 110,
      maxWidth: 110,
      cell: ({ row, isFirst }: Item) => (
        <>
          {row}{' '}
          {isFirst && (
            <span data-rejected-row={row}>
              {/* The button is a native one, because Cloudscape's would render on every key pressed in the surrounding form. */}
              <button
                type="button"
                className="correct-row"
                aria-label={t('file.correctRow', { row })}
                onClick={() => onCorrect(row)}
              >
                {t('file.correct')}
              </button>
            </span>
          )}
        </>
      ),
    }),
  },
  { id: 'column', header: t('file.columns.column'), text: ({ column }) => column, minWidth: 120, maxWidth: 150 },
  { id: 'value', header: t('file.columns.value'), text: ({ value }) => value, minWidth: 120, maxWidth: 180 },
  { id: 'reason', header: t('file.columns.reason'), text: ({ reason }) => reason, minWidth: 260 },
];

type Props = {
  /** Must be referentially stable while the rows are unchanged. */
  readonly problems: readonly RejectedCell[];
  readonly createTable: () => TextTable;
  /** Title of the sheet in the downloaded workbook. */
  readonly sheetTitle: string;
  readonly correction?: Correction | undefined;
  readonly heading?: 'h3' | 'h4' | undefined;
};

export const RejectedRowsList = ({ problems, createTable, sheetTitle, correction, heading: Heading = 'h4' }: Props) => {
  const texts = useTexts();
  const { t } = texts;
  const items = useMemo(
    () =>
      problems.map((problem, index): Item => ({
        ...problem,
        id: String(index),
        isFirst: problem.row !== problems[index - 1]?.row,
      })),
    [problems],
  );
  const onCorrect = useStable((row: number) => correction?.onCorrect(row));
  const canCorrect = correction !== undefined;
  const columns = useMemo(
    () => createColumns(texts, canCorrect ? onCorrect : undefined),
    [texts, canCorrect, onCorrect],
  );
  return (
    <section aria-labelledby="rejected-rows">
      <Heading id="rejected-rows" className="file-rows-title">
        {t('file.refused')}
      </Heading>
      <Box variant="p">{t(canCorrect ? 'file.refusedHere' : 'file.refusedHint')}</Box>
      <TableDownload
        label={t('file.downloadRefused')}
        name={t('file.refusedName')}
        title={sheetTitle}
        createTable={createTable}
      />
      {correction?.editor}
      <ReportTable label={t('file.refused')} columns={columns} items={items} />
    </section>
  );
};
