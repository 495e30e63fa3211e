import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { returnLimits } from '#shared/returns/limits.ts';
import { useTexts } from '#web/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { useStable } from '#web/ui/list/use-stable.ts';
import { focusLineField } from './focus-line-field.ts';
import { LineEntry } from './line-entry.tsx';
import type { LineValues } from './lines.ts';
import { LinesFilterField } from './lines-filter-field.tsx';
import { LinesPager } from './lines-pager.tsx';
import { LinesProblems } from './lines-problems.tsx';
import { LinesTable } from './lines-table.tsx';
import type { NumberedLine } from './lines-table.tsx';
import { useLinesView } from './lines-view.ts';
import { RemovedLine } from './removed-line.tsx';
import type { Unfinished } from './unfinished.ts';
import { useFocusLine } from './use-focus-line.ts';
import type { Return } from './use-return.ts';
import type { SentBefore } from './use-sent-before.ts';
import './lines-section.css';

type Props = Pick<Return, 'problems' | 'change' | 'today' | 'context' | 'form'> & {
  readonly sentBefore: ReadonlyMap<string, SentBefore>;
  /** The store that sends back; '' while it isn't known. */
  readonly storeId: string;
  readonly unfinished: Unfinished;
};

/** The return's lines: the next one on top, then those that there are. */
export const LinesSection = ({ form, problems, change, today, context, sentBefore, storeId, unfinished }: Props) => {
  const { t, locale } = useTexts();
  const { lines } = form.values;
  const view = useLinesView({ lines, problems, sentBefore });
  const focusLine = useFocusLine();
  const [editedKey, setEditedKey] = useState<number>();
  const [removed, setRemoved] = useState<NumberedLine>();

  const goTo = (key: number) => {
    view.show(key);
    focusLine(key);
  };
  const lineOfSerial = (serialNumber: string, except?: number) => {
    const index = serialNumber === '' ? -1 : lines.findIndex((line) => line.serialNumber === serialNumber && line.key !== except);
    return index < 0 ? undefined : index + 1;
  };
  const add = (values: LineValues) => {
    change({ type: 'add', lines: [values] });
    setRemoved(undefined);
    view.filterBy(undefined);
    announce(t('returns.book.added', { line: lines.length + 1, description: values.productDescription, serialNumber: values.serialNumber }));
  };
  const edit = useStable((key: number) => {
    // One at a time: what is typed in the other would be gone.
    if (!unfinished.complain('line')) setEditedKey(key);
  });
  const save = useStable((key: number, values: LineValues) => {
    const next = view.neighbour(key);
    change({ type: 'change', key, values });
    setEditedKey(undefined);
    // A mended line leaves the list of those with problems.
    goTo(view.filter === 'problems' && next !== undefined ? next : key);
  });
  const cancel = useStable((key: number) => {
    setEditedKey(undefined);
    goTo(key);
  });
  const remove = useStable((key: number) => {
    const index = lines.findIndex((line) => line.key === key);
    const line = lines[index];
    if (!line) return;
    const next = view.neighbour(key);
    change({ type: 'remove', key });
    setRemoved({ line, number: index + 1 });
    announce(t('returns.book.removed', { line: index + 1, serialNumber: line.serialNumber }));
    if (next === undefined) focusLineField('entry', 'ean');
    else goTo(next);
  });
  const undo = () => {
    if (!removed) return;
    change({ type: 'restore', line: removed.line, index: removed.number - 1 });
    setRemoved(undefined);
    goTo(removed.line.key);
  };

  const inWords = (count: number) => new Intl.NumberFormat(locale).format(count);
  const editedIndex = lines.findIndex(({ key }) => key === editedKey);
  const edited = lines[editedIndex];
  // The line that is being changed stays, wherever one looks meanwhile.
  const rows = edited && !view.rows.some(({ line }) => line === edited) ? [{ line: edited, number: editedIndex + 1 }, ...view.rows] : view.rows;
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
        <span className="lines-count">{t('returns.book.count', { lines: inWords(lines.length), most: inWords(returnLimits.lines) })}</span>
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
