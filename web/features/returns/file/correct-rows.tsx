import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import type { RefusedRow } from '#shared/returns/file/report.ts';
import { focusLines } from '#web/features/returns/book/focus-line.ts';
import type { LineValues } from '#web/features/returns/book/lines.ts';
import { useLinesInHand } from '#web/features/returns/book/use-return-lines.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { RefusedRows } from './refused-rows.tsx';
import { RowEditor } from './row-editor.tsx';

type DoubtfulProps = {
  readonly refused: readonly RefusedRow[];
  /** Lines that the return can still take. */
  readonly room: number;
  readonly onTaken: (rows: readonly number[], lines: readonly LineValues[]) => void;
};

/** Rows whose serial numbers alone are doubtful: whoever has looked at their labels takes them all with one press. */
export const DoubtfulRows = ({ refused, room, onTaken }: DoubtfulProps) => {
  const { t } = useTexts();
  const doubtful = refused.flatMap(({ row, line }) => (line ? [{ row, line }] : []));
  if (doubtful.length === 0 || doubtful.length > room) return null;
  const count = doubtful.length;
  const take = () => {
    onTaken(
      doubtful.map(({ row }) => row),
      doubtful.map(({ line }) => line),
    );
    focusLines();
    announce(t('returns.file.takenOver', { count }));
  };
  return (
    <Alert
      type="warning"
      action={
        <Button formAction="none" onClick={take}>
          {t('returns.file.doubtful.add', { count })}
        </Button>
      }
    >
      {t('returns.file.doubtful.question', { count })}
    </Alert>
  );
};

/** Focuses the way to correct a row, once the table is drawn anew. */
const focusRow = (row: number | undefined) =>
  requestAnimationFrame(() => {
    if (row === undefined) focusLines();
    else document.querySelector<HTMLElement>(`[data-refused-row="${row}"] button`)?.focus();
  });

type Props = {
  /** Those that are still to be corrected. */
  readonly refused: readonly RefusedRow[];
  /** Takes a row over as a line. */
  readonly onCorrected: (row: RefusedRow, values: LineValues) => void;
};

/** The refused rows of a file, which can be corrected one by one and are taken over at once. */
export const CorrectRows = ({ refused, onCorrected }: Props) => {
  const { t } = useTexts();
  const { unfinished } = useLinesInHand();
  const [edited, setEdited] = useState<number>();
  const index = refused.findIndex(({ row }) => row === edited);
  const row = refused[index];

  const close = (next: number | undefined) => {
    setEdited(undefined);
    focusRow(next);
  };
  const editor = row && (
    <RowEditor
      key={row.row}
      row={row}
      onDone={(values) => {
        onCorrected(row, values);
        announce(t('returns.file.rowAdded', { row: row.row }));
        close((refused[index + 1] ?? refused[index - 1])?.row);
      }}
      onCancel={() => close(row.row)}
    />
  );
  return (
    <RefusedRows
      refused={refused}
      correcting={{
        // One at a time: what is typed in the other would be gone.
        onCorrect: (wanted) => !unfinished.complain('row') && setEdited(wanted),
        editor,
      }}
    />
  );
};
