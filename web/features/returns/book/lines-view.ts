import { useState } from 'react';
import type { LineProblem } from './line-problems.ts';
import type { Line } from './lines.ts';
import type { NumberedLine } from './lines-table.tsx';
import type { SentBefore } from './use-sent-before.ts';

/** As many as one looks through without turning the page, and as a slow till draws without a pause. */
export const linesPerPage = 50;

export type LinesFilter = 'problems' | 'sentBefore';

type Options = {
  readonly lines: readonly Line[];
  readonly problems: ReadonlyMap<number, readonly LineProblem[]>;
  readonly sentBefore: ReadonlyMap<string, SentBefore>;
};

/** Which lines show: those that a filter leaves, the last one on top, and a page of them. */
export const useLinesView = ({ lines, problems, sentBefore }: Options) => {
  const [wantedPage, setPage] = useState(1);
  const [wantedFilter, setFilter] = useState<LinesFilter>();

  const passes: Readonly<Record<LinesFilter, (line: Line) => boolean>> = {
    problems: ({ key }) => problems.has(key),
    sentBefore: ({ serialNumber }) => sentBefore.has(serialNumber),
  };
  const count = { problems: problems.size, sentBefore: lines.filter(passes.sentBefore).length };
  // What there is none of any more is no filter.
  const filter = wantedFilter !== undefined && count[wantedFilter] > 0 ? wantedFilter : undefined;
  const numbered: readonly NumberedLine[] = lines.map((line, index) => ({ line, number: index + 1 }));
  const shown = numbered.filter(({ line }) => filter === undefined || passes[filter](line)).toReversed();
  const pages = Math.max(1, Math.ceil(shown.length / linesPerPage));
  const page = Math.min(wantedPage, pages);

  return {
    filter,
    count,
    page,
    pages,
    rows: shown.slice((page - 1) * linesPerPage, page * linesPerPage),
    turnTo: setPage,
    filterBy: (chosen: LinesFilter | undefined) => {
      setFilter(chosen);
      setPage(1);
    },
    /** Shows the page on which a line stands, of all lines where the filter leaves it out. */
    show: (key: number) => {
      const inFilter = shown.findIndex(({ line }) => line.key === key);
      if (inFilter < 0) setFilter(undefined);
      const index = inFilter < 0 ? lines.length - 1 - lines.findIndex((line) => line.key === key) : inFilter;
      setPage(Math.floor(index / linesPerPage) + 1);
    },
    /** The line that takes a line's place when that goes. */
    neighbour: (key: number): number | undefined => {
      const index = shown.findIndex(({ line }) => line.key === key);
      return (shown[index + 1] ?? shown[index - 1])?.line.key;
    },
  };
};

export type LinesView = ReturnType<typeof useLinesView>;
