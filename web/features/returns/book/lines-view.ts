import { useState } from 'react';
import type { NumberedLine } from './lines-table.tsx';
import type { Line } from './lines.ts';
import type { ReturnLines } from './use-return-lines.ts';

/** As many as one looks through without turning the page, and as a slow till draws without a pause. */
const linesPerPage = 50;

export type LinesFilter = 'problems' | 'sentBefore';

/** A page, or that on which a line stands, which may be another one each time. */
type Wanted = { readonly page: number } | { readonly key: number };

/** Which lines show: those that a filter leaves, the last one on top, and a page of them. */
export const useLinesView = ({
  lines,
  problems,
  sentBefore,
}: Pick<ReturnLines, 'lines' | 'problems' | 'sentBefore'>) => {
  const [wanted, setWanted] = useState<Wanted>({ page: 1 });
  const [wantedFilter, setFilter] = useState<LinesFilter>();

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
  const isFiltered = wantedFilter !== undefined && count[wantedFilter] > 0 && placeIn(left(wantedFilter)) >= 0;
  const filter = isFiltered ? wantedFilter : undefined;
  const shown = left(filter);
  const pages = Math.max(1, Math.ceil(shown.length / linesPerPage));
  const page =
    'key' in wanted ? Math.floor(Math.max(0, placeIn(shown)) / linesPerPage) + 1 : Math.min(wanted.page, pages);

  return {
    filter,
    count,
    page,
    pages,
    rows: shown.slice((page - 1) * linesPerPage, page * linesPerPage),
    turnTo: (next: number) => {
      setWanted({ page: next });
      setFilter(filter);
    },
    filterBy: (chosen: LinesFilter | undefined) => {
      setWanted({ page: 1 });
      setFilter(chosen);
    },
    /** Turns to the page on which a line stands, and takes away a filter that would hide it. */
    show: (key: number) => {
      setWanted({ key });
      setFilter(filter);
    },
    /** The line that takes a line's place when that goes. */
    neighbour: (key: number): number | undefined => {
      const index = shown.findIndex(({ line }) => line.key === key);
      return (shown[index + 1] ?? shown[index - 1])?.line.key;
    },
  };
};

export type LinesView = ReturnType<typeof useLinesView>;
