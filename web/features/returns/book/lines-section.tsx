import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { memo, useDeferredValue } from 'react';
import './lines-section.css';
import { useTexts } from '#web/language/i18n.ts';
import { LineEntry } from './line-entry.tsx';
import type { NumberedLine } from './lines-table.tsx';
import { LinesTable } from './lines-table.tsx';
import { LinesTools } from './lines-tools.tsx';
import { useLines } from './use-lines.ts';
import { useLinesInHand } from './use-return-lines.ts';

type ProblemsProps = {
  readonly count: number;
  /** The first line that has a problem. */
  readonly first: NumberedLine;
  readonly onGoTo: (key: number) => void;
};

/** How many lines have to be looked at, and the way to the first of them, on whichever page it is. */
const LinesProblems = ({ count, first: { line, number }, onGoTo }: ProblemsProps) => {
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

type Props = {
  /** What is wrong with the lines as a whole. */
  readonly error: string | undefined;
};

const PlainLinesSection = ({ error }: Props) => {
  const { t } = useTexts();
  const inHand = useLinesInHand();
  const { lines, problems } = inHand;
  const work = useLines(inHand);
  const firstIndex = lines.findIndex(({ key }) => problems.has(key));
  const first = lines[firstIndex];
  const missing = lines.length === 0 ? error : undefined;
  // What was pressed shows at once; a page of rows follows, a few at a time.
  const shownTable = useDeferredValue(lines.length > 0 && <LinesTable inHand={inHand} work={work} />);
  return (
    <section className="lines-section" aria-labelledby="lines-title">
      <h2 id="lines-title" tabIndex={-1}>
        {t('returns.book.sections.lines')}
      </h2>
      <div data-field="lines" className="lines-begin">
        {first && (
          <LinesProblems count={problems.size} first={{ line: first, number: firstIndex + 1 }} onGoTo={work.goTo} />
        )}
        <Container>
          <SpaceBetween size="s">
            {missing !== undefined && <FormField errorText={missing} />}
            <LineEntry onAdd={work.add} />
          </SpaceBetween>
        </Container>
      </div>
      <LinesTools total={lines.length} work={work} />
      {lines.length > 0 && shownTable}
    </section>
  );
};

/** The return's lines: the next one on top, then those that there are. Only made anew when they change: a key in the header's fields must not wait for a thousand lines. */
export const LinesSection = memo(PlainLinesSection);
