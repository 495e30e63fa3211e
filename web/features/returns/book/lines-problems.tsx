import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useTexts } from '#web/language/i18n.ts';
import type { NumberedLine } from './lines-table.tsx';

type Props = {
  readonly count: number;
  /** The first line that has a problem. */
  readonly first: NumberedLine;
  readonly onGoTo: (key: number) => void;
};

/** How many lines have to be looked at, and the way to the first of them, on whichever page it is. */
export const LinesProblems = ({ count, first: { line, number }, onGoTo }: Props) => {
  const { t } = useTexts();
  return (
    <Alert
      type="error"
      action={
        <Button formAction="none" onClick={() => onGoTo(line.key)}>
          {t('returns.book.problems.goTo', { line: number })}
        </Button>
      }
    >
      {t('returns.book.problems.count', { count })}
    </Alert>
  );
};
