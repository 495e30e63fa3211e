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

type EarlierReturnsQuery = {
  readonly region: RegionId;
  /** Store that an admin books for, '' until one is chosen; undefined for staff, whose store the server knows. */
  readonly storeId: string | undefined;
  readonly id: string;
  readonly lines: readonly Line[];
};

/** Serial numbers requested for one return of one store, and the earlier returns that were found, by serial number. `earlierReturnBySerial` is replaced, never mutated, so that React detects the change. */
type EarlierReturnsCache = {
  readonly cacheKey: string;
  readonly requestedSerials: Set<string>;
  earlierReturnBySerial: ReadonlyMap<string, EarlierReturn>;
};

const addToCache = (cache: EarlierReturnsCache, items: readonly EarlierReturn[]) => {
  // The server sends the newest return first, so the order is reversed for it to overwrite older ones with the same serial number.
  const entries = items.toReversed().map((item) => [item.serialNumber, item] as const);
  if (items.length > 0) cache.earlierReturnBySerial = new Map([...cache.earlierReturnBySerial, ...entries]);
};

/** Returns the store's earlier returns of the lines' serial numbers, by serial number. Each number is requested once, in batches. Errors are ignored, because the result is only a hint. */
const useEarlierReturns = ({ region, storeId, id, lines }: EarlierReturnsQuery) => {
  const cacheKey = [region, storeId, id].join(' ');
  const cache = useMemo<EarlierReturnsCache>(
    () => ({ cacheKey, requestedSerials: new Set(), earlierReturnBySerial: new Map() }),
    [cacheKey],
  );
  const [, rerender] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    if (storeId === '') return;
    const { requestedSerials } = cache;
    const newSerialNumbers = [...new Set(lines.map(({ serialNumber }) => serialNumber))].filter(
      (serialNumber) =>
        !requestedSerials.has(serialNumber) && serialNumber && serialNumberField.safeParse(serialNumber).success,
    );
    for (const serialNumber of newSerialNumbers) requestedSerials.add(serialNumber);

    const requestEarlierReturns = async () => {
      for (let start = 0; start < newSerialNumbers.length; start += limits.serialNumbersPerLookup) {
        const serialNumbers = newSerialNumbers.slice(start, start + limits.serialNumbersPerLookup);
        const storeFilter = storeId === undefined ? {} : { storeId };
        const { items } = await call(returns.findSerialNumbers, { region, serialNumbers, ...storeFilter });
        // The return that is being corrected is found, too, and ignored.
        const otherReturns = items.filter((item) => item.id !== id);
        addToCache(cache, otherReturns);
        rerender();
      }
    };
    requestEarlierReturns().catch(() => {
      // The numbers are requested again when the next line is added.
      for (const serialNumber of newSerialNumbers) requestedSerials.delete(serialNumber);
    });
  }, [cache, region, storeId, id, lines]);

  return cache.earlierReturnBySerial;
};

/** Place with unfinished input: the dates of all lines, the entry row for the next line, a line being edited, lines of a file not yet added, or a row of a file being corrected. */
type Scope = 'dates' | 'entry' | 'line' | 'file' | 'row';

/** Creates the registry of input that is not part of the return yet. It is checked before the return is submitted, so that no line is left out unnoticed. */
const createUnfinishedInput = (onChange: (scopes: readonly Scope[]) => void) => {
  const reportByScope = new Map<Scope, () => void>();
  return {
    /** Registers unfinished input; `reportUnfinished` shows the user that it is unfinished. Returns the function that unregisters it. */
    register: (scope: Scope, reportUnfinished: () => void) => {
      reportByScope.set(scope, reportUnfinished);
      onChange([...reportByScope.keys()]);
      return () => {
        reportByScope.delete(scope);
        onChange([...reportByScope.keys()]);
      };
    },
    /** Shows the first unfinished input of these scopes to the user. Returns true if it found one. */
    reportFirst: (...scopes: readonly Scope[]): boolean => {
      const [reportUnfinished] = scopes.flatMap((scope) => reportByScope.get(scope) ?? []);
      reportUnfinished?.();
      return reportUnfinished !== undefined;
    },
  };
};

/** Takes a scan in the scan row. Returns undefined if the scan may belong to another field. */
type TakeScan = (scan: Scan, fieldName: string | undefined) => ScanOutcome | undefined;

/** Creates the object through which the page passes scans to the scan row, a component further down. */
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
  readonly change: (field: 'lines', update: (lines: Line[]) => Line[]) => void;
  readonly set: (field: 'dates', dates: LineDates) => void;
  readonly context: RuleContext;
  readonly rejectedSubmission: RejectedSubmission<{ readonly lines: readonly Line[] }> | undefined;
};

type Options = {
  readonly form: LinesForm;
  /** Store for which an admin books; undefined for staff, who can only book for their own. */
  readonly adminStoreId: string | undefined;
  /** Store that returns the goods; '' until it is known. */
  readonly knownStoreId: string;
};

type Problems = ReadonlyMap<number, readonly LineProblem[]>;

/** Adds the problems that only the server found, for example a date rejected after midnight. They disappear when the line changes or when the local check finds problems. */
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
export const useReturnLines = ({ form, adminStoreId, knownStoreId }: Options) => {
  const { id, lines, dates: formDates } = form.values;
  const { context, rejectedSubmission } = form;
  const { region } = usePlace();
  const earlierReturnBySerial = useEarlierReturns({ region, storeId: adminStoreId, id, lines });
  const [unfinishedScopes, setUnfinishedScopes] = useState<readonly Scope[]>([]);
  const [unfinishedInput] = useState(() => createUnfinishedInput(setUnfinishedScopes));
  const [scanRow] = useState(createScanRow);
  const { purchaseDate } = formDates;
  const returnDate = formDates.returnDate || context.today;
  const dates = useMemo(() => ({ purchaseDate, returnDate }), [purchaseDate, returnDate]);
  const setDates = useStable((change: Partial<LineDates>) => {
    form.set('dates', { ...formDates, ...change });
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
      earlierReturnBySerial,
      storeId: knownStoreId,
      context,
      unfinishedInput,
      scanRow,
      dates,
      setDates,
    }),
    [
      lines,
      problems,
      updateLines,
      earlierReturnBySerial,
      knownStoreId,
      context,
      unfinishedInput,
      scanRow,
      dates,
      setDates,
    ],
  );
  return { returnLines, unfinishedScopes };
};

export type ReturnLines = ReturnType<typeof useReturnLines>['returnLines'];

/** Returns the reason why a return without empty fields is incomplete; '' if the page shows it elsewhere, undefined if the return is complete. */
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
  if (!returnLines) throw new Error('ReturnLinesContext has no value.');
  return returnLines;
};
