import { createContext, useContext, useEffect, useMemo, useReducer, useState } from 'react';
import type { RuleContext } from '#shared/api/route.ts';
import { returns } from '#shared/api/routes/returns.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { EarlierReturn } from '#shared/returns/return.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';
import { usePlace } from '#web/browser/place.ts';
import { useStable } from '#web/browser/use-stable.ts';
import type { RejectedSubmission } from '#web/components/forms/use-form.ts';
import type { Scan } from '#web/components/scan/classify-scan.ts';
import type { ScanOutcome } from '#web/components/scan/use-scans.ts';
import { call } from '#web/data/api.ts';
import type { Translate } from '#web/i18n/i18n.ts';
import { toLineProblems, findLineProblems } from './line-problems.ts';
import type { LineProblem } from './line-problems.ts';
import { replaceDates } from './lines.ts';
import type { Line, LineDates, LinesUpdater } from './lines.ts';

type SentBeforeQuery = {
  readonly region: RegionId;
  /** Store that an admin books for, '' until one is chosen; undefined for staff, whose store the server knows. */
  readonly storeId: string | undefined;
  readonly id: string;
  readonly lines: readonly Line[];
};

/** Serial numbers already requested for one return of one store, and those found in earlier returns. `sentBefore` is replaced, never mutated, so that React sees the change. */
type SentBeforeCache = {
  readonly scope: string;
  readonly requested: Set<string>;
  sentBefore: ReadonlyMap<string, EarlierReturn>;
};

const addToCache = (cache: SentBeforeCache, items: readonly EarlierReturn[]) => {
  // The server sends the newest return first; reversed, it overwrites older ones with the same serial number.
  const newest = items.toReversed().map((item) => [item.serialNumber, item] as const);
  if (items.length > 0) cache.sentBefore = new Map([...cache.sentBefore, ...newest]);
};

/** Returns the lines' serial numbers that the store has already returned before. Each is requested once, in batches. This is only a hint, so errors are ignored. */
const useSentBefore = ({ region, storeId, id, lines }: SentBeforeQuery) => {
  const scope = [region, storeId, id].join(' ');
  const cache = useMemo<SentBeforeCache>(() => ({ scope, requested: new Set(), sentBefore: new Map() }), [scope]);
  const [, rerender] = useReducer((answers: number) => answers + 1, 0);

  useEffect(() => {
    if (storeId === '') return;
    const { requested } = cache;
    const newSerialNumbers = [...new Set(lines.map(({ serialNumber }) => serialNumber))].filter(
      (serialNumber) =>
        !requested.has(serialNumber) && serialNumber && serialNumberField.safeParse(serialNumber).success,
    );
    for (const serialNumber of newSerialNumbers) requested.add(serialNumber);

    const requestSentBefore = async () => {
      for (let start = 0; start < newSerialNumbers.length; start += limits.serialNumbersPerLookup) {
        const serialNumbers = newSerialNumbers.slice(start, start + limits.serialNumbersPerLookup);
        const store = storeId === undefined ? {} : { storeId };
        const { items } = await call(returns.findSerialNumbers, { region, serialNumbers, ...store });
        // A return that is being corrected has been sent itself; ignore it.
        const fromOtherReturns = items.filter((item) => item.id !== id);
        addToCache(cache, fromOtherReturns);
        rerender();
      }
    };
    requestSentBefore().catch(() => {
      // Request them again when the next line is added.
      for (const serialNumber of newSerialNumbers) requested.delete(serialNumber);
    });
  }, [cache, region, storeId, id, lines]);

  return cache.sentBefore;
};

/** Place with unfinished input: the dates of all lines, the entry row for the next line, a line being edited, lines of a file not yet added, or a row of a file being corrected. */
type Scope = 'dates' | 'entry' | 'line' | 'file' | 'row';

/** Creates the registry of input that is not part of the return yet. Submitting checks it first, so that no line is left out unnoticed. */
const createUnfinished = (onChange: (scopes: readonly Scope[]) => void) => {
  const open = new Map<Scope, () => void>();
  return {
    /** Registers unfinished input; `reportUnfinished` shows the user that it is unfinished. Returns the function that unregisters it. */
    register: (scope: Scope, reportUnfinished: () => void) => {
      open.set(scope, reportUnfinished);
      onChange([...open.keys()]);
      return () => {
        open.delete(scope);
        onChange([...open.keys()]);
      };
    },
    /** Shows the first unfinished input of these scopes to the user. Returns true if it found one. */
    reportFirst: (...scopes: readonly Scope[]): boolean => {
      const [first] = scopes.flatMap((scope) => open.get(scope) ?? []);
      first?.();
      return first !== undefined;
    },
  };
};

/** Takes a scan in the scan row; returns undefined if it may belong elsewhere. */
type TakeScan = (scan: Scan, fieldName: string | undefined) => ScanOutcome | undefined;

/** Passes scans to the scan row, which is further down the page. */
const createScanRow = () => {
  let takeScan: TakeScan | undefined;
  return {
    register: (take: TakeScan) => {
      takeScan = take;
      return () => {
        takeScan = undefined;
      };
    },
    take: ((scan, fieldName) => takeScan?.(scan, fieldName)) satisfies TakeScan,
  };
};

type LinesForm = {
  readonly values: { readonly id: string; readonly lines: readonly Line[]; readonly dates: LineDates };
  readonly change: (field: 'lines', to: (before: Line[]) => Line[]) => void;
  readonly set: (field: 'dates', dates: LineDates) => void;
  readonly context: RuleContext;
  readonly rejectedSubmission: RejectedSubmission<{ readonly lines: readonly Line[] }> | undefined;
};

type Options = {
  readonly form: LinesForm;
  readonly storeId: string | undefined;
  /** Store that returns the goods; '' until it is known. */
  readonly knownStoreId: string;
};

type Problems = ReadonlyMap<number, readonly LineProblem[]>;

/** Adds the problems that only the server found, for example a date rejected after midnight. They disappear when the line changes or has problems of the local check. */
const addServerProblems = (
  problems: Problems,
  lines: readonly Line[],
  rejectedSubmission: LinesForm['rejectedSubmission'],
): Problems => {
  const problemsByLine = new Map<Line, readonly LineProblem[]>();
  for (const { path, ...problem } of rejectedSubmission?.problems ?? []) {
    const [list, index, name = ''] = path.split('.');
    const line = list === 'lines' ? rejectedSubmission?.values.lines[Number(index)] : undefined;
    if (line)
      problemsByLine.set(line, [...(problemsByLine.get(line) ?? []), ...toLineProblems({ path: name, ...problem })]);
  }
  const serverProblems = lines.flatMap((line) =>
    problemsByLine.has(line) && !problems.has(line.key) ? [[line.key, problemsByLine.get(line) ?? []] as const] : [],
  );
  return serverProblems.length === 0 ? problems : new Map([...problems, ...serverProblems]);
};

/** Lines of the return in the form, with their problems, hints and change function. Memoized, so that consumers render only when one of these changes. */
export const useReturnLines = ({ form, storeId, knownStoreId }: Options) => {
  const { id, lines, dates: givenDates } = form.values;
  const { context, rejectedSubmission } = form;
  const { region } = usePlace();
  const sentBefore = useSentBefore({ region, storeId, id, lines });
  const [unfinishedScopes, setUnfinishedScopes] = useState<readonly Scope[]>([]);
  const [unfinishedInput] = useState(() => createUnfinished(setUnfinishedScopes));
  const [scanRow] = useState(createScanRow);
  const { purchaseDate } = givenDates;
  const returnDate = givenDates.returnDate || context.today;
  const dates = useMemo(() => ({ purchaseDate, returnDate }), [purchaseDate, returnDate]);
  const setDates = useStable((change: Partial<LineDates>) => {
    form.set('dates', { ...givenDates, ...change });
    form.change('lines', replaceDates(dates, { ...dates, ...change }));
  });
  const updateLines = useStable((linesChange: LinesUpdater) => form.change('lines', linesChange));
  const problems = useMemo(
    () => addServerProblems(findLineProblems(lines, context), lines, rejectedSubmission),
    [lines, context, rejectedSubmission],
  );
  const returnLines = useMemo(
    () => ({
      lines,
      problems,
      updateLines,
      sentBefore,
      storeId: knownStoreId,
      context,
      unfinishedInput,
      scanRow,
      dates,
      setDates,
    }),
    [lines, problems, updateLines, sentBefore, knownStoreId, context, unfinishedInput, scanRow, dates, setDates],
  );
  return { returnLines, unfinishedScopes };
};

export type ReturnLines = ReturnType<typeof useReturnLines>['returnLines'];

/** Returns why a return without empty fields is not complete; '' if the page says so elsewhere, and undefined if it is complete. */
export const findUnfinishedText = (
  unfinishedScopes: readonly Scope[],
  { problems }: ReturnLines,
  t: Translate,
): string | undefined => {
  if (unfinishedScopes.includes('entry')) return t('returns.book.notAdded');
  return unfinishedScopes.length > 0 || problems.size > 0 ? '' : undefined;
};

export const ReturnLinesContext = createContext<ReturnLines | undefined>(undefined);

export const useReturnLinesContext = (): ReturnLines => {
  const returnLines = useContext(ReturnLinesContext);
  if (!returnLines) throw new Error('There is no return around.');
  return returnLines;
};
