import { useState } from 'react';
import { useStable } from '#web/browser/use-stable.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { focusLineField } from './focus-line.ts';
import type { Line, LineValues, NumberedLine } from './lines.ts';
import { addLines, findNextKey, replaceLine, removeLine, restoreLine } from './lines.ts';
import type { ReturnLines } from './use-return-lines.ts';

/** Number of lines that staff can check at a glance, and that render without a noticeable delay on a slow till. */
const linesPerPage = 50;

type LinesFilter = 'problems' | 'sentBefore';

/** Target of the table's view: a page, or the page that contains a line, which then gets the focus. */
type ViewTarget = ({ readonly page: number } | { readonly key: number; readonly isOnlyMarked?: boolean }) & {
  readonly filter: LinesFilter | undefined;
};

const useLinesView = ({
  lines,
  problems,
  earlierReturnBySerial,
}: Pick<ReturnLines, 'lines' | 'problems' | 'earlierReturnBySerial'>) => {
  const [target, setTarget] = useState<ViewTarget>({ page: 1, filter: undefined });

  const matches: Readonly<Record<LinesFilter, (line: Line) => boolean>> = {
    problems: ({ key }) => problems.has(key),
    sentBefore: ({ serialNumber }) => earlierReturnBySerial.has(serialNumber),
  };
  const countByFilter = { problems: problems.size, sentBefore: lines.filter(matches.sentBefore).length };
  const numberedLines: readonly NumberedLine[] = lines.map((line, index) => ({ line, number: index + 1 }));
  const filterLines = (filter: LinesFilter | undefined) =>
    numberedLines.filter(({ line }) => filter === undefined || matches[filter](line)).toReversed();
  const findTargetIndex = (candidates: readonly NumberedLine[]) =>
    'key' in target ? candidates.findIndex(({ line }) => line.key === target.key) : 0;
  // A filter is dropped if it no longer matches any line or would hide the target line.
  const isFiltered =
    target.filter && countByFilter[target.filter] > 0 && findTargetIndex(filterLines(target.filter)) >= 0;
  const filter = isFiltered ? target.filter : undefined;
  const visibleLines = filterLines(filter);
  const pageCount = Math.max(1, Math.ceil(visibleLines.length / linesPerPage));
  const page =
    'key' in target
      ? Math.floor(Math.max(0, findTargetIndex(visibleLines)) / linesPerPage) + 1
      : Math.min(target.page, pageCount);

  return {
    target,
    lineCount: lines.length,
    filter,
    countByFilter,
    page,
    pageCount,
    rows: visibleLines.slice((page - 1) * linesPerPage, page * linesPerPage),
    goToPage: (nextPage: number) => setTarget({ page: nextPage, filter }),
    filterBy: (nextFilter: LinesFilter | undefined) => setTarget({ page: 1, filter: nextFilter }),
    /** Shows the page that contains a line, clears a filter that would hide it, and focuses the line. */
    goToLine: (key: number) => setTarget({ key, filter }),
    /** Shows the page that contains a line and marks the line, but leaves the focus where it is. */
    markLine: (key: number) => setTarget({ key, filter, isOnlyMarked: true }),
    findNeighbor: (key: number): number | undefined => {
      const index = visibleLines.findIndex(({ line }) => line.key === key);
      return (visibleLines[index + 1] ?? visibleLines[index - 1])?.line.key;
    },
  };
};

export const useLines = ({ lines, problems, earlierReturnBySerial, unfinishedInput, updateLines }: ReturnLines) => {
  const { t } = useTexts();
  const view = useLinesView({ lines, problems, earlierReturnBySerial });
  const [editedKey, setEditedKey] = useState<number>();
  const [removedLine, setRemovedLine] = useState<NumberedLine>();
  /** Lines that were added one by one in this visit, the newest last. */
  const [addedKeys, setAddedKeys] = useState<readonly number[]>([]);
  const { goToLine } = view;

  const add = (values: LineValues) => {
    updateLines(addLines([values]));
    setAddedKeys([...addedKeys, findNextKey(lines)]);
    setRemovedLine(undefined);
    view.filterBy(undefined);
    const { productDescription: description, serialNumber } = values;
    announce(t('returns.book.added', { line: lines.length + 1, description, serialNumber }));
  };
  const edit = useStable((key: number) => {
    // Only one line is edited at a time, because switching would discard the input of the other one.
    if (!unfinishedInput.reportFirst('line')) setEditedKey(key);
  });
  const save = useStable((key: number, values: LineValues) => {
    const neighborKey = view.findNeighbor(key);
    updateLines(replaceLine(key, values));
    setEditedKey(undefined);
    // A corrected line disappears from the list of lines with problems, so its neighbor is shown instead.
    goToLine(view.filter === 'problems' && neighborKey !== undefined ? neighborKey : key);
  });
  const cancel = useStable((key: number) => {
    setEditedKey(undefined);
    goToLine(key);
  });
  const remove = useStable((key: number) => {
    const index = lines.findIndex((line) => line.key === key);
    const line = lines[index];
    if (!line) return;
    const neighborKey = view.findNeighbor(key);
    updateLines(removeLine(key));
    setRemovedLine({ line, number: index + 1 });
    announce(t('returns.book.removed', { line: index + 1, serialNumber: line.serialNumber }));
    if (neighborKey !== undefined) return goToLine(neighborKey);
    view.goToPage(1);
    focusLineField('entry', 'ean');
  });
  const newestLine = lines.findLast(({ key }) => addedKeys.includes(key));
  /** Removes the newest line that was added in this visit, and returns it. */
  const removeNewest = (): Line | undefined => {
    if (!newestLine) return undefined;
    updateLines(removeLine(newestLine.key));
    setAddedKeys(addedKeys.filter((key) => key !== newestLine.key));
    setRemovedLine(undefined);
    view.filterBy(undefined);
    return newestLine;
  };
  const undo = () => {
    if (!removedLine) return;
    updateLines(restoreLine(removedLine));
    setRemovedLine(undefined);
    goToLine(removedLine.line.key);
  };

  const editedIndex = lines.findIndex(({ key }) => key === editedKey);
  const editedLine = lines[editedIndex];
  return {
    view,
    // The line being edited stays visible on every page.
    rows:
      editedLine && !view.rows.some(({ line }) => line === editedLine)
        ? [{ line: editedLine, number: editedIndex + 1 }, ...view.rows]
        : view.rows,
    editedKey,
    addedKey: newestLine?.key,
    removedLine,
    add,
    edit,
    save,
    cancel,
    remove,
    undo,
    removeNewest,
  };
};

export type LinesController = ReturnType<typeof useLines>;
