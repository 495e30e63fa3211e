import { useState } from 'react';
import { useStable } from '#web/browser/use-stable.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { focusLineField } from './focus-line.ts';
import type { NumberedLine } from './lines-table.tsx';
import { useLinesView } from './lines-view.ts';
import type { LineValues } from './lines.ts';
import type { ReturnLines } from './use-return-lines.ts';

/** What is done with the lines of a return, and where the focus is afterwards. */
export const useLines = ({ id, lines, problems, sentBefore, unfinished, change }: ReturnLines) => {
  const { t } = useTexts();
  const view = useLinesView({ lines, problems, sentBefore });
  /** The line that is to have the focus: another object each time. */
  const [wanted, setWanted] = useState<{ readonly key: number }>();
  const [editedKey, setEditedKey] = useState<number>();
  const [removed, setRemoved] = useState<NumberedLine>();
  const [begun, setBegun] = useState(id);
  if (begun !== id) {
    // Another return has begun: nothing of the last one is changed or brought back in it.
    setBegun(id);
    setEditedKey(undefined);
    setRemoved(undefined);
    setWanted(undefined);
  }

  const goTo = (key: number) => {
    view.show(key);
    setWanted({ key });
  };
  const add = (values: LineValues) => {
    change({ type: 'add', lines: [values] });
    setRemoved(undefined);
    view.filterBy(undefined);
    announce(
      t('returns.book.added', {
        line: lines.length + 1,
        description: values.productDescription,
        serialNumber: values.serialNumber,
      }),
    );
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
    if (next !== undefined) return goTo(next);
    setWanted(undefined);
    focusLineField('entry', 'ean');
  });
  const undo = () => {
    if (!removed) return;
    change({ type: 'restore', line: removed.line, index: removed.number - 1 });
    setRemoved(undefined);
    goTo(removed.line.key);
  };

  const editedIndex = lines.findIndex(({ key }) => key === editedKey);
  const edited = lines[editedIndex];
  return {
    view,
    // The line that is being changed stays, wherever one looks meanwhile.
    rows:
      edited && !view.rows.some(({ line }) => line === edited)
        ? [{ line: edited, number: editedIndex + 1 }, ...view.rows]
        : view.rows,
    editedKey,
    wanted,
    removed,
    goTo,
    add,
    edit,
    save,
    cancel,
    remove,
    undo,
  };
};

export type LinesWork = ReturnType<typeof useLines>;
