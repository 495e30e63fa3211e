import { createContext, useContext, useMemo, useState } from 'react';
import type { RuleContext } from '#shared/route.ts';
import { usePlace } from '#web/browser/place.ts';
import { useStable } from '#web/browser/use-stable.ts';
import type { Refused } from '#web/ui/form/use-form.ts';
import { problemOf, problemsIn } from './line-problems.ts';
import type { LineProblem } from './line-problems.ts';
import type { Line, LinesChange } from './lines.ts';
import { changeLines } from './lines.ts';
import { useSentBefore } from './use-sent-before.ts';

/** The next line, one that is being changed, what a file has brought, and a row of it that is being corrected. */
type Scope = 'entry' | 'line' | 'file' | 'row';

/** Lines that are not part of the return yet. Whoever sends it asks here first, so that none is left out unnoticed. */
const createUnfinished = () => {
  const open = new Map<Scope, () => void>();
  return {
    /** There is something from now on; `complain` says that it isn't finished. What this returns ends that. */
    begin: (scope: Scope, complain: () => void) => {
      open.set(scope, complain);
      return () => void open.delete(scope);
    },
    /** Whether there is one of these, which then says so. */
    complain: (...scopes: readonly Scope[]): boolean => {
      const [first] = scopes.flatMap((scope) => open.get(scope) ?? []);
      first?.();
      return first !== undefined;
    },
  };
};

type LinesForm = {
  /** The id of the booking: another one is another return. */
  readonly values: { readonly id: string; readonly lines: readonly Line[] };
  readonly change: (field: 'lines', to: (before: Line[]) => Line[]) => void;
  readonly context: RuleContext;
  readonly refused: Refused<{ readonly lines: readonly Line[] }> | undefined;
};

type Options = {
  readonly form: LinesForm;
  /** The store that an admin books for; staff don't say theirs. '' while none is chosen. */
  readonly storeId: string | undefined;
  /** The store that sends back; '' while it isn't known. */
  readonly knownStoreId: string;
};

type Problems = ReadonlyMap<number, readonly LineProblem[]>;

/** These problems, and what the server alone found wrong with a line, as after midnight: until that changes, and where it has none of its own. */
const withRefused = (problems: Problems, lines: readonly Line[], refused: LinesForm['refused']): Problems => {
  const found = new Map<Line, readonly LineProblem[]>();
  for (const { path, ...problem } of refused?.problems ?? []) {
    const [list, index, field = ''] = path.split('.');
    const line = list === 'lines' ? refused?.values.lines[Number(index)] : undefined;
    if (line) found.set(line, [...(found.get(line) ?? []), ...problemOf({ path: field, ...problem })]);
  }
  const added = lines.flatMap((line) =>
    found.has(line) && !problems.has(line.key) ? [[line.key, found.get(line) ?? []] as const] : [],
  );
  return added.length === 0 ? problems : new Map([...problems, ...added]);
};

/** The lines of the return that is filled in, what there is to say about them, and how they change. The same object until one of these does. */
export const useReturnLines = ({ form, storeId, knownStoreId }: Options) => {
  const { id, lines } = form.values;
  const { context, refused } = form;
  const { region } = usePlace();
  const { sentBefore, know } = useSentBefore({ region, storeId, id, lines });
  const [unfinished] = useState(createUnfinished);
  const change = useStable((wanted: LinesChange) => form.change('lines', (before) => changeLines(before, wanted)));
  /** By line key; only lines that have any. */
  const problems = useMemo(() => withRefused(problemsIn(lines, context), lines, refused), [lines, context, refused]);
  return useMemo(
    () => ({ id, lines, problems, change, sentBefore, know, storeId: knownStoreId, context, unfinished }),
    [id, lines, problems, change, sentBefore, know, knownStoreId, context, unfinished],
  );
};

export type ReturnLines = ReturnType<typeof useReturnLines>;

export const ReturnLinesContext = createContext<ReturnLines | undefined>(undefined);

/** The lines of the return around. */
export const useLinesInHand = (): ReturnLines => {
  const inHand = useContext(ReturnLinesContext);
  if (!inHand) throw new Error('There is no return around.');
  return inHand;
};
