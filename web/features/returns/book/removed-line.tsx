import Button from '@cloudscape-design/components/button';
import { useTexts } from '#web/language/i18n.ts';
import type { NumberedLine } from './lines-table.tsx';

type Props = { readonly removed: NumberedLine; readonly onUndo: () => void };

/** Says which line went, and takes that back. */
export const RemovedLine = ({ removed: { line, number }, onUndo }: Props) => {
  const { t } = useTexts();
  return (
    <span className="removed-line">
      {t('returns.book.removed', { line: number, serialNumber: line.serialNumber })}
      <Button variant="inline-link" formAction="none" onClick={onUndo}>
        {t('returns.book.undo')}
      </Button>
    </span>
  );
};
