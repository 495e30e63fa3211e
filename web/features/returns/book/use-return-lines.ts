import { createContext, useContext, useEffect, useMemo, useReducer, useState } from 'react';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { SentSerial } from '#shared/returns/return.ts';
import type { RuleContext } from '#shared/route.ts';
import { returns } from '#shared/routes/returns.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';
import { usePlace } from '#web/browser/place.ts';
import { useStable } from '#web/browser/use-stable.ts';
import { call } from '#web/data/api.ts';
import type { Refused } from '#web/ui/form/use-form.ts';
import { problemOf, problemsIn } from './line-problems.ts';
import type { LineProblem } from './line-problems.ts';
import type { Line, LinesChange } from './lines.ts';

type Question = {
  readonly region: RegionId;
  /** The store that an admin books for; staff don't say theirs. '' while none is chosen. */
  readonly storeId: string | undefined;
  readonly id: string;
  readonly lines: readonly Line[];
};

/** What belongs to one return of one store: the serial numbers that were asked about, and what was found, which is another map each time. */
type Memory = { readonly scope: string; readonly asked: Set<string>; found: ReadonlyMap<string, SentSerial> };

const learn = (memory: Memory, items: readonly SentSerial[]) => {
  // Of several the newest comes first, and stays.
  const newest = items.toReversed().map((item) => [item.serialNumber, item] as const);
  if (items.length > 0) memory.found = new Map([...memory.found, ...newest]);
};

/** Which of the lines' serial numbers the store has sent back before. Each is asked about once, many in one call. Only a hint: whatever fails, nobody is bothered. */
const useSentBefore = ({ region, storeId, id, lines }: Question) => {
  const scope = [region, storeId, id].join(' ');
  const memory = useMemo<Memory>(() => ({ scope, asked: new Set(), found: new Map() }), [scope]);
  const [, redraw] = useReducer((answers: number) => answers + 1, 0);

  useEffect(() => {
    if (storeId === '') return;
    const { asked } = memory;
    const fresh = [...new Set(lines.map(({ serialNumber }) => serialNumber))].filter(
      (serialNumber) => !asked.has(serialNumber) && serialNumber && serialNumberField.safeParse(serialNumber).success,
    );
    for (const serialNumber of fresh) asked.add(serialNumber);

    const ask = async () => {
      for (let begin = 0; begin < fresh.length; begin += limits.serialNumbersPerQuestion) {
        const serialNumbers = fresh.slice(begin, begin + limits.serialNumbersPerQuestion);
        const store = storeId === undefined ? {} : { storeId };
        const { items } = await call(returns.findSerialNumbers, { region, serialNumbers, ...store });
        // What is corrected has been sent itself.
        const others = items.filter((item) => item.id !== id);
        learn(memory, others);
        redraw();
      }
    };
    ask().catch(() => {
      // With the next line they are asked about once more.
      for (const serialNumber of fresh) asked.delete(serialNumber);
    });
  }, [memory, region, storeId, id, lines]);

  return memory.found;
};

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
  readonly values: { readonly id: string; readonly lines: readonly Line[] };
  readonly change: (field: 'lines', to: (before: Line[]) => Line[]) => void;
  readonly context: RuleContext;
  readonly refused: Refused<{ readonly lines: readonly Line[] }> | undefined;
};

type Options = {
  readonly form: LinesForm;
  readonly storeId: string | undefined;
  /** The store that sends back; '' while it isn't known. */
  readonly knownStoreId: string;
};

type Problems = ReadonlyMap<number, readonly LineProblem[]>;

/** These problems, and what the server alone found wrong with a line, as after midnight: until that changes, and where it has none of its own. */
const withRefused = (problems: Problems, lines: readonly Line[], refused: LinesForm['refused']): Problems => {
  const found = new Map<Line, readonly LineProblem[]>();
  for (const { path, ...problem } of refused?.problems ?? []) {
    const [list, index, name = ''] = path.split('.');
    const line = list === 'lines' ? refused?.values.lines[Number(index)] : undefined;
    if (line) found.set(line, [...(found.get(line) ?? []), ...problemOf({ path: name, ...problem })]);
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
  const sentBefore = useSentBefore({ region, storeId, id, lines });
  const [unfinished] = useState(createUnfinished);
  const change = useStable((wanted: LinesChange) => form.change('lines', wanted));
  const problems = useMemo(() => withRefused(problemsIn(lines, context), lines, refused), [lines, context, refused]);
  return useMemo(
    () => ({ lines, problems, change, sentBefore, storeId: knownStoreId, context, unfinished }),
    [lines, problems, change, sentBefore, knownStoreId, context, unfinished],
  );
};

export type ReturnLines = ReturnType<typeof useReturnLines>;

export const ReturnLinesContext = createContext<ReturnLines | undefined>(undefined);

export const useLinesInHand = (): ReturnLines => {
  const inHand = useContext(ReturnLinesContext);
  if (!inHand) throw new Error('There is no return around.');
  return inHand;
};
