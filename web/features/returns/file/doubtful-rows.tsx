import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import type { RefusedRow } from '#shared/returns/file/report.ts';
import { focusLines } from '#web/features/returns/book/focus-line.ts';
import type { LineValues } from '#web/features/returns/book/lines.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';

type Props = {
  readonly refused: readonly RefusedRow[];
  /** Lines that the return can still take. */
  readonly room: number;
  readonly onTaken: (rows: readonly number[], lines: readonly LineValues[]) => void;
};

/** Rows whose serial numbers alone are doubtful: whoever has looked at their labels takes them all with one press. */
export const DoubtfulRows = ({ refused, room, onTaken }: Props) => {
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
