import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useEffect, useState } from 'react';
import type { Language } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { parseTypedDate } from '#shared/dates/parse-date.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { Reason, ReasonKey } from '#shared/returns/file/rejections.ts';
import type { RejectedRow } from '#shared/returns/file/report.ts';
import { fillInByEan } from '#web/features/returns/book/fill-in.ts';
import { focusLineField, focusLinesHeading } from '#web/features/returns/book/focus-line.ts';
import { LineFields } from '#web/features/returns/book/line-fields.tsx';
import type { LineField } from '#web/features/returns/book/line-problems.ts';
import type { LineValues } from '#web/features/returns/book/lines.ts';
import { createEmptyLine } from '#web/features/returns/book/lines.ts';
import { useLineForm } from '#web/features/returns/book/use-line-form.ts';
import { useReturnLinesContext } from '#web/features/returns/book/use-return-lines.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { RejectedRows } from './omitted-rows.tsx';
import { toColumnLabel, formatReason, findReasonValue } from './reason-texts.ts';

/** Reasons that the validation of a line would not find again, because the spreadsheet has altered the typed value. */
const unreliableReasons: readonly ReasonKey[] = [
  'missing',
  'formula',
  'errorValue',
  'notText',
  'numberMangled',
  'unseen',
  'otherKeyboard',
  'dateMonthFirst',
  'dateTurned',
];

/** Converts a rejected row to a line; unreliable values become ''. */
const toLine = ({ values, reasons }: RejectedRow, today: CalendarDate, language: Language): LineValues => {
  const findValue = (column: FileColumn) =>
    reasons.some((reason) => reason.column === column && unreliableReasons.includes(reason.key))
      ? ''
      : (values[fileColumns.indexOf(column)] ?? '');
  const date = findValue('purchaseDate');
  const { values: line } = fillInByEan({ ...createEmptyLine(today), ean: findValue('ean') }, language);
  return {
    ...line,
    productDescription: findValue('productDescription').trim() || line.productDescription,
    purchaseDate: parseTypedDate(date) ?? date,
    serialNumber: findValue('serialNumber'),
  };
};

const editableFields = [
  'ean',
  'productDescription',
  'purchaseDate',
  'serialNumber',
] as const satisfies readonly LineField[];

type RowEditorProps = {
  readonly row: RejectedRow;
  readonly onDone: (values: LineValues) => void;
  readonly onCancel: () => void;
};

const RowEditor = ({ row, onDone, onCancel }: RowEditorProps) => {
  const { t, language } = useTexts();
  const { today } = useReturnLinesContext().context;
  const title = t('file.correctRow', { row: row.row });
  const form = useLineForm({
    scope: 'row',
    initial: toLine(row, today, language),
    unfinishedText: { key: 'returns.file.rowNotAdded', values: { row: row.row } },
    onDone,
  });
  const formatValue = (reason: Reason) => {
    const value = findReasonValue(row, reason);
    if (reason.column === null) return value && t('returns.file.inFile', { value });
    return t('returns.file.inRow', {
      column: toColumnLabel(reason.column, language),
      value: value || t('returns.file.blank'),
    });
  };
  const firstField =
    row.reasons.flatMap(({ column }) => editableFields.find((field) => field === column) ?? [])[0] ?? 'ean';
  useEffect(() => {
    focusLineField('row', firstField);
  }, [firstField]);

  return (
    <section className="row-editor" aria-label={title}>
      <Box variant="strong">{title}</Box>
      <ul>
        {row.reasons.map((reason) => (
          <li key={`${reason.column} ${reason.key}`}>
            {formatValue(reason)} {formatReason(reason, t)}
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

type DoubtfulProps = {
  readonly rejectedRows: readonly RejectedRow[];
  /** Number of lines that the return can still take. */
  readonly room: number;
  readonly onAdded: (rows: readonly number[], lines: readonly LineValues[]) => void;
};

/** Rows whose only problem is a doubtful serial number. After checking the labels, the user adds all of them at once. */
export const DoubtfulRows = ({ rejectedRows, room, onAdded }: DoubtfulProps) => {
  const { t } = useTexts();
  const doubtfulRows = rejectedRows.flatMap(({ row, line }) => (line ? [{ row, line }] : []));
  const count = doubtfulRows.length;
  if (count === 0 || count > room) return null;
  const handleAdd = () => {
    onAdded(
      doubtfulRows.map(({ row }) => row),
      doubtfulRows.map(({ line }) => line),
    );
    focusLinesHeading();
    announce(t('returns.file.takenOver', { count }));
  };
  return (
    <Alert
      type="warning"
      action={
        <Button formAction="none" onClick={handleAdd}>
          {t('returns.file.doubtful.add', { count })}
        </Button>
      }
    >
      {t('returns.file.doubtful.question', { count })}
    </Alert>
  );
};

const focusRow = (row: number | undefined) =>
  requestAnimationFrame(() => {
    if (row === undefined) focusLinesHeading();
    else document.querySelector<HTMLElement>(`[data-rejected-row="${row}"] button`)?.focus();
  });

type Props = {
  readonly rejectedRows: readonly RejectedRow[];
  readonly onCorrected: (row: RejectedRow, values: LineValues) => void;
};

export const CorrectRows = ({ rejectedRows, onCorrected }: Props) => {
  const { t } = useTexts();
  const { unfinishedInput } = useReturnLinesContext();
  const [editedRow, setEditedRow] = useState<number>();
  const index = rejectedRows.findIndex(({ row }) => row === editedRow);
  const row = rejectedRows[index];

  const close = (nextRow: number | undefined) => {
    setEditedRow(undefined);
    focusRow(nextRow);
  };
  const editor = row && (
    <RowEditor
      key={row.row}
      row={row}
      onDone={(values) => {
        onCorrected(row, values);
        announce(t('returns.file.rowAdded', { row: row.row }));
        close((rejectedRows[index + 1] ?? rejectedRows[index - 1])?.row);
      }}
      onCancel={() => close(row.row)}
    />
  );
  return (
    <RejectedRows
      rejectedRows={rejectedRows}
      correction={{
        // Only one row is edited at a time, because switching would discard the input of the other one.
        onCorrect: (rowNumber) => !unfinishedInput.reportFirst('row') && setEditedRow(rowNumber),
        editor,
      }}
    />
  );
};
