import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import './lines-section.css';
import { returnLimits } from '#shared/returns/limits.ts';
import type { SentSerial } from '#shared/returns/sent-serial.ts';
import { useTexts } from '#web/language/i18n.ts';
import { LineEntry } from './line-entry.tsx';
import { LinesFilterField } from './lines-filter-field.tsx';
import { LinesPager } from './lines-pager.tsx';
import { LinesProblems } from './lines-problems.tsx';
import { LinesTable } from './lines-table.tsx';
import { RemovedLine } from './removed-line.tsx';
import type { Unfinished } from './unfinished.ts';
import { useLines } from './use-lines.ts';
import type { Return } from './use-return.ts';

type Props = Pick<Return, 'problems' | 'change' | 'today' | 'context' | 'form'> & {
  readonly sentBefore: ReadonlyMap<string, SentSerial>;
  /** The store that sends back; '' while it isn't known. */
  readonly storeId: string;
  readonly unfinished: Unfinished;
};

/** The return's lines: the next one on top, then those that there are. */
export const LinesSection = ({ form, problems, change, today, context, sentBefore, storeId, unfinished }: Props) => {
  const { t, formatNumber } = useTexts();
  const { id, lines } = form.values;
  const { view, rows, editedKey, removed, lineOfSerial, goTo, add, edit, save, cancel, remove, undo } = useLines({
    id,
    lines,
    problems,
    sentBefore,
    unfinished,
    change,
  });

  const firstIndex = lines.findIndex(({ key }) => problems.has(key));
  const first = lines[firstIndex];
  const missing = lines.length === 0 ? form.errorOf('lines') : undefined;
  return (
    <section className="lines-section" aria-labelledby="lines-title">
      <h2 id="lines-title" tabIndex={-1}>
        {t('returns.book.sections.lines')}
      </h2>
      <div data-field="lines" className="lines-begin">
        {first && <LinesProblems count={problems.size} first={{ line: first, number: firstIndex + 1 }} onGoTo={goTo} />}
        <Container>
          <SpaceBetween size="s">
            {missing !== undefined && <FormField errorText={t('returns.book.noLines')} />}
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
      <div className="lines-tools">
        <span className="lines-count">
          {t('returns.book.count', { lines: formatNumber(lines.length), most: formatNumber(returnLimits.lines) })}
        </span>
        {removed && <RemovedLine removed={removed} onUndo={undo} />}
        <LinesFilterField view={view} />
        <LinesPager view={view} />
      </div>
      {lines.length > 0 && (
        <LinesTable
          rows={rows}
          problems={problems}
          sentBefore={sentBefore}
          storeId={storeId}
          editedKey={editedKey}
          editing={{ today, context, lineOfSerial, unfinished, onSave: save, onCancel: cancel }}
          onEdit={edit}
          onRemove={remove}
        />
      )}
    </section>
  );
};
