import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { memo, useDeferredValue } from 'react';
import './lines-section.css';
import { returnLimits } from '#shared/returns/limits.ts';
import type { SentSerial } from '#shared/returns/sent-serial.ts';
import { useTexts } from '#web/language/i18n.ts';
import { LineEntry } from './line-entry.tsx';
import type { NumberedLine } from './lines-table.tsx';
import { LinesTable } from './lines-table.tsx';
import { LinesTools } from './lines-tools.tsx';
import type { Line } from './lines.ts';
import type { Unfinished } from './unfinished.ts';
import { useLines } from './use-lines.ts';
import type { Return } from './use-return.ts';

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

type Props = Pick<Return, 'problems' | 'change' | 'today' | 'context'> & {
  /** The booking's. */
  readonly id: string;
  readonly lines: readonly Line[];
  /** What is wrong with the lines as a whole. */
  readonly error: string | undefined;
  readonly sentBefore: ReadonlyMap<string, SentSerial>;
  /** The store that sends back; '' while it isn't known. */
  readonly storeId: string;
  readonly unfinished: Unfinished;
};

const PlainLinesSection = ({
  id,
  lines,
  error,
  problems,
  change,
  today,
  context,
  sentBefore,
  storeId,
  unfinished,
}: Props) => {
  const { t } = useTexts();
  const { view, rows, editedKey, wanted, removed, lineOfSerial, goTo, add, edit, save, cancel, remove, undo } =
    useLines({
      id,
      lines,
      problems,
      sentBefore,
      unfinished,
      change,
    });

  const firstIndex = lines.findIndex(({ key }) => problems.has(key));
  const first = lines[firstIndex];
  const missing = lines.length === 0 ? error : undefined;
  const table = lines.length > 0 && (
    <LinesTable
      rows={rows}
      problems={problems}
      sentBefore={sentBefore}
      storeId={storeId}
      editedKey={editedKey}
      editing={{ today, context, lineOfSerial, unfinished, onSave: save, onCancel: cancel }}
      wanted={wanted}
      onEdit={edit}
      onRemove={remove}
    />
  );
  // What was pressed shows at once; a page of rows follows, a few at a time.
  const shownTable = useDeferredValue(table);
  return (
    <section className="lines-section" aria-labelledby="lines-title">
      <h2 id="lines-title" tabIndex={-1}>
        {t('returns.book.sections.lines')}
      </h2>
      <div data-field="lines" className="lines-begin">
        {first && <LinesProblems count={problems.size} first={{ line: first, number: firstIndex + 1 }} onGoTo={goTo} />}
        <Container>
          <SpaceBetween size="s">
            {missing !== undefined && <FormField errorText={missing} />}
            <LineEntry
              today={today}
              context={context}
              isFull={lines.length >= returnLimits.lines}
              lineOfSerial={lineOfSerial}
              unfinished={unfinished}
              onAdd={add}
            />
          </SpaceBetween>
        </Container>
      </div>
      <LinesTools total={lines.length} view={view} removed={removed} onUndo={undo} />
      {lines.length > 0 && shownTable}
    </section>
  );
};

/** The return's lines: the next one on top, then those that there are. Only made anew when they change: a key in the header's fields must not wait for a thousand lines. */
export const LinesSection = memo(PlainLinesSection);
