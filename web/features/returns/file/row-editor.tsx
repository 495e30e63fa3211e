import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useEffect } from 'react';
import type { CalendarDate } from '#shared/dates.ts';
import { parseTypedDate } from '#shared/dates.ts';
import type { Language } from '#shared/regions.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { ReasonKey, RefusedRow } from '#shared/returns/file/report.ts';
import { withEan } from '#web/features/returns/book/fill-in.ts';
import { focusLineField } from '#web/features/returns/book/focus-line.ts';
import { LineFields } from '#web/features/returns/book/line-fields.tsx';
import type { LineField } from '#web/features/returns/book/line-problems.ts';
import type { LineValues } from '#web/features/returns/book/lines.ts';
import { emptyLine } from '#web/features/returns/book/lines.ts';
import { useLineForm } from '#web/features/returns/book/use-line-form.ts';
import { useLinesInHand } from '#web/features/returns/book/use-return-lines.ts';
import { useTexts } from '#web/language/i18n.ts';
import { columnWords, reasonWords } from './reason-words.ts';

/** Reasons that a line's own checks wouldn't find again: what the spreadsheet shows there is not what was typed. */
const untold: readonly ReasonKey[] = [
  'missing',
  'formula',
  'errorValue',
  'notText',
  'numberMangled',
  'unseen',
  'dateMonthFirst',
];

/** A refused row as a line, as far as its values can be relied upon. */
const lineOfRow = ({ values, reasons }: RefusedRow, today: CalendarDate, language: Language): LineValues => {
  const text = (column: FileColumn) =>
    reasons.some((reason) => reason.column === column && untold.includes(reason.key))
      ? ''
      : (values[fileColumns.indexOf(column)] ?? '');
  const date = text('purchaseDate');
  const { values: line } = withEan({ ...emptyLine(today), ean: text('ean') }, language);
  return {
    ...line,
    productDescription: text('productDescription').trim() || line.productDescription,
    purchaseDate: parseTypedDate(date) ?? date,
    serialNumber: text('serialNumber'),
  };
};

const fieldOf: Readonly<Partial<Record<FileColumn, LineField>>> = {
  ean: 'ean',
  productDescription: 'productDescription',
  purchaseDate: 'purchaseDate',
  serialNumber: 'serialNumber',
};

type Props = {
  readonly row: RefusedRow;
  /** Gets a line that the server would take. */
  readonly onDone: (values: LineValues) => void;
  readonly onCancel: () => void;
};

/** A refused row of a file, corrected on the spot and judged as any other line. */
export const RowEditor = ({ row, onDone, onCancel }: Props) => {
  const { t, language } = useTexts();
  const { today } = useLinesInHand().context;
  const title = t('file.correctRow', { row: row.row });
  const form = useLineForm({
    scope: 'row',
    initial: lineOfRow(row, today, language),
    complaint: { key: 'returns.file.rowNotAdded', values: { row: row.row } },
    onDone,
  });
  const begin = row.reasons.flatMap(({ column }) => (column && fieldOf[column]) ?? [])[0] ?? 'ean';
  useEffect(() => focusLineField('row', begin), [begin]);

  return (
    <section className="row-editor" aria-label={title}>
      <Box variant="strong">{title}</Box>
      <ul>
        {row.reasons.map((reason) => (
          <li key={`${reason.column} ${reason.key}`}>
            {reason.column !== null &&
              t('returns.file.inRow', {
                column: columnWords(reason.column, language),
                value: row.values[fileColumns.indexOf(reason.column)] || t('returns.file.blank'),
              })}{' '}
            {reasonWords(reason, t)}
          </li>
        ))}
      </ul>
      <LineFields
        form={form}
        actions={
          <>
            <Button formAction="none" onClick={form.finish}>
              {t('returns.file.addRow')}
            </Button>
            <Button formAction="none" onClick={onCancel}>
              {t('returns.book.cancel')}
            </Button>
          </>
        }
      />
    </section>
  );
};
