import { useState } from 'react';
import { useStable } from '#web/browser/use-stable.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { focusLineField } from './focus-line.ts';
import type { Line, LineValues, NumberedLine } from './lines.ts';
import { adding, changing, removing, restoring } from './lines.ts';
import type { ReturnLines } from './use-return-lines.ts';

/** As many as one looks through without turning the page, and as a slow till draws without a pause. */
const linesPerPage = 50;

type LinesFilter = 'problems' | 'sentBefore';

/** A page, or that on which a line stands, which may be another one each time, and where the focus goes. */
type Wanted = ({ readonly page: number } | { readonly key: number }) & { readonly filter: LinesFilter | undefined };

const useLinesView = ({ lines, problems, sentBefore }: Pick<ReturnLines, 'lines' | 'problems' | 'sentBefore'>) => {
  const [wanted, setWanted] = useState<Wanted>({ page: 1, filter: undefined });

  const passes: Readonly<Record<LinesFilter, (line: Line) => boolean>> = {
    problems: ({ key }) => problems.has(key),
    sentBefore: ({ serialNumber }) => sentBefore.has(serialNumber),
  };
  const count = { problems: problems.size, sentBefore: lines.filter(passes.sentBefore).length };
  const numbered: readonly NumberedLine[] = lines.map((line, index) => ({ line, number: index + 1 }));
  const left = (filter: LinesFilter | undefined) =>
    numbered.filter(({ line }) => filter === undefined || passes[filter](line)).toReversed();
  const placeIn = (found: readonly NumberedLine[]) =>
    'key' in wanted ? found.findIndex(({ line }) => line.key === wanted.key) : 0;
  // What there is none of any more is no filter, and none hides a line that is looked for.
  const isFiltered = wanted.filter && count[wanted.filter] > 0 && placeIn(left(wanted.filter)) >= 0;
  const filter = isFiltered ? wanted.filter : undefined;
  const shown = left(filter);
  const pages = Math.max(1, Math.ceil(shown.length / linesPerPage));
  const page =
    'key' in wanted ? Math.floor(Math.max(0, placeIn(shown)) / linesPerPage) + 1 : Math.min(wanted.page, pages);

  return {
    wanted,
    total: lines.length,
    filter,
    count,
    page,
    pages,
    rows: shown.slice((page - 1) * linesPerPage, page * linesPerPage),
    turnTo: (next: number) => setWanted({ page: next, filter }),
    filterBy: (chosen: LinesFilter | undefined) => setWanted({ page: 1, filter: chosen }),
    /** Turns to the page on which a line stands, takes away a filter that would hide it, and focuses the line. */
    goTo: (key: number) => setWanted({ key, filter }),
    neighbour: (key: number): number | undefined => {
      const index = shown.findIndex(({ line }) => line.key === key);
      return (shown[index + 1] ?? shown[index - 1])?.line.key;
    },
  };
};

export const useLines = ({ lines, problems, sentBefore, unfinished, change }: ReturnLines) => {
  const { t } = useTexts();
  const view = useLinesView({ lines, problems, sentBefore });
  const [editedKey, setEditedKey] = useState<number>();
  const [removed, setRemoved] = useState<NumberedLine>();
  const { goTo } = view;

  const add = (values: LineValues) => {
    change(adding([values]));
    setRemoved(undefined);
    view.filterBy(undefined);
    const { productDescription: description, serialNumber } = values;
    announce(t('returns.book.added', { line: lines.length + 1, description, serialNumber }));
  };
  const edit = useStable((key: number) => {
    // One at a time: what is typed in the other would be gone.
    if (!unfinished.complain('line')) setEditedKey(key);
  });
  const save = useStable((key: number, values: LineValues) => {
    const next = view.neighbour(key);
    change(changing(key, values));
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
    change(removing(key));
    setRemoved({ line, number: index + 1 });
    announce(t('returns.book.removed', { line: index + 1, serialNumber: line.serialNumber }));
    if (next !== undefined) return goTo(next);
    view.turnTo(1);
    focusLineField('entry', 'ean');
  });
  const undo = () => {
    if (!removed) return;
    change(restoring(removed));
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
    removed,
    add,
    edit,
    save,
    cancel,
    remove,
    undo,
  };
};

export type LinesWork = ReturnType<typeof useLines>;
