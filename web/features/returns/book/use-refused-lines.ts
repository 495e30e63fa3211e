import { useCallback, useState } from 'react';
import { AppError } from '#shared/errors.ts';
import type { LineProblem } from './line-problems.ts';
import { problemOf } from './line-problems.ts';
import type { Line } from './lines.ts';

type Problems = ReadonlyMap<number, readonly LineProblem[]>;

/** What the server alone found wrong with lines, as after midnight: it stands at a line until that changes. */
export const useRefusedLines = () => {
  const [refused, setRefused] = useState<ReadonlyMap<Line, readonly LineProblem[]>>(new Map());

  return {
    /** Notes which of these lines, in the order of the request, an error is about. */
    note: (error: unknown, lines: readonly Line[]) => {
      const found = new Map<Line, readonly LineProblem[]>();
      for (const { path, ...problem } of error instanceof AppError ? error.problems : []) {
        const [list, index, field = ''] = path.split('.');
        const line = list === 'lines' ? lines[Number(index)] : undefined;
        if (line) found.set(line, [...(found.get(line) ?? []), ...problemOf({ path: field, ...problem })]);
      }
      setRefused(found);
    },
    /** These problems by line key, and the server's at lines that have none of their own. */
    withRefused: useCallback(
      (problems: Problems, lines: readonly Line[]): Problems => {
        const added = lines.flatMap((line) =>
          refused.has(line) && !problems.has(line.key) ? [[line.key, refused.get(line) ?? []] as const] : [],
        );
        return added.length === 0 ? problems : new Map([...problems, ...added]);
      },
      [refused],
    ),
  };
};
