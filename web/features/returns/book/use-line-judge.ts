import { useCallback, useMemo, useState } from 'react';
import { useToday } from '#web/browser/use-today.ts';
import { ruleContext } from '#web/data/rule-context.ts';
import { useSession } from '#web/session/session-store.ts';
import { lineJudge } from './line-problems.ts';
import type { Line } from './lines.ts';
import { useRefusedLines } from './use-refused-lines.ts';

/** Judges the lines of a return by the rules of the day: here as the server would, and by what it said itself. */
export const useLineJudge = () => {
  // As it was when the form opened: a session that ends meanwhile changes no rule.
  const [session] = useState(useSession());
  const today = useToday();
  const context = useMemo(() => ruleContext(session, today), [session, today]);
  const judge = useMemo(() => lineJudge(context), [context]);
  const { note, withRefused } = useRefusedLines();
  return {
    today,
    context,
    judge,
    /** Notes which of these lines, in the order of the request, an error of the server is about. */
    note,
    /** By line key; only lines that have any. */
    problemsIn: useCallback((lines: readonly Line[]) => withRefused(judge(lines), lines), [judge, withRefused]),
  };
};
