import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { limits } from '#shared/config/limits.ts';
import { browserMemory, toUserStorageKey } from '#web/browser/memory.ts';
import { useStable } from '#web/browser/use-stable.ts';
import { useSession } from '#web/session/session-store.ts';
import { announce } from '#web/ui/announce.ts';
import type { Gs1Code, Scan } from './classify-scan.ts';
import { listenForScans } from './listen-for-scans.ts';
import type { ScanDecision } from './listen-for-scans.ts';
import type { ScannedKeys } from './scan-detector.ts';
import { playScanSound } from './scan-sound.ts';
import { useScanTexts } from './scan-texts.ts';

export type ScanChoice = { readonly label: string; readonly place: () => ScanOutcome };

/** Result of a scan. An `unplaced` scan has choices, because its field is not certain. */
export type ScanOutcome =
  | { readonly status: 'taken' | 'refused'; readonly text: string }
  | { readonly status: 'unplaced'; readonly text: string; readonly choices: readonly ScanChoice[] };

/**
 * Returns whether a scan is taken from the text field in which it was typed; `fieldName` is undefined outside text
 * fields. `isTypedCorrectly` is false if the field holds other characters than the code, for example because of the keyboard layout.
 */
export type IsScanTaken = (scan: Scan | Gs1Code, fieldName: string | undefined, isTypedCorrectly: boolean) => boolean;

type Rules = typeof import('./classify-scan.ts');

/** Rules for scans. They are loaded when the page is idle or by the first scan, which then waits for them. */
let rules: Rules | undefined;
const loadRules = async (): Promise<Rules> => {
  rules ??= await import('./classify-scan.ts');
  return rules;
};

type Options = {
  readonly isTaken: IsScanTaken;
  readonly place: (scan: Scan, fieldName: string | undefined) => ScanOutcome | Promise<ScanOutcome>;
  /** Describes a scan that stays in the text field in which it was typed; undefined if no outcome has to be shown. */
  readonly describe: (scan: Scan | Gs1Code, fieldName: string | undefined) => ScanOutcome | undefined;
};

/** Scans of a booking page: reads each scan wherever the focus is, places it, and confirms it by mark, sound and announcement. */
export const useScans = ({ isTaken, place, describe }: Options) => {
  const { t } = useScanTexts();
  const session = useSession();
  const soundKey = session && toUserStorageKey('scanSound', session);
  const [isSoundOn, setSoundOn] = useState(() => soundKey === undefined || browserMemory.get(soundKey) !== 'off');
  /** Outcome of the last scan; `count` increases with each scan, so that two equal outcomes differ. */
  const [outcome, setOutcome] = useState<ScanOutcome & { readonly count: number }>();
  /** Scan that is being placed; the next scan waits for it, so that scans keep their order. */
  const pendingScan = useRef<Promise<ScanOutcome>>(undefined);

  const show = useStable((next: ScanOutcome): ScanOutcome => {
    setOutcome((last) => ({ ...next, count: (last?.count ?? 0) + 1 }));
    if (isSoundOn) playScanSound(next.status === 'taken' ? 'taken' : 'refused');
    announce(next.text);
    return next;
  });
  const placeNow = useStable(place);
  const handle = useStable((scan: Scan | Gs1Code, fieldName: string | undefined): Promise<ScanOutcome> => {
    let result: Promise<ScanOutcome>;
    if (scan.kind !== 'gs1' && pendingScan.current === undefined) {
      const placement = placeNow(scan, fieldName);
      if (!(placement instanceof Promise)) return Promise.resolve(show(placement));
      result = placement.then(show);
    } else {
      const previousScan: Promise<unknown> = pendingScan.current ?? Promise.resolve();
      result = previousScan.then(async () => {
        // The GS1 parser is loaded on demand, because most codes are not GS1 codes.
        const readScan = scan.kind === 'gs1' ? (await import('./read-gs1.ts')).readGs1(scan.text) : scan;
        return show(await placeNow(readScan, fieldName));
      });
    }
    const current = result.catch(() => show({ status: 'refused', text: t('scan.unreadable', { code: scan.text }) }));
    pendingScan.current = current;
    void current.then(() => {
      if (pendingScan.current === current) pendingScan.current = undefined;
    });
    return current;
  });
  const decideByRules = useStable(
    (scannedKeys: ScannedKeys, fieldName: string | undefined, { classifyScan }: Rules) => {
      const scan = classifyScan(scannedKeys);
      if (isTaken(scan, fieldName, scan.text === scannedKeys.typed)) return () => void handle(scan, fieldName);
      const description = describe(scan, fieldName);
      if (description) show(description);
      return undefined;
    },
  );
  const decide = useStable((scannedKeys: ScannedKeys, fieldName: string | undefined): ScanDecision =>
    rules
      ? decideByRules(scannedKeys, fieldName, rules)
      : loadRules().then((loadedRules) => decideByRules(scannedKeys, fieldName, loadedRules)),
  );
  useEffect(() => listenForScans(document.body, decide), [decide]);
  useEffect(() => {
    const timer = setTimeout(() => void loadRules().catch(() => undefined), limits.web.prefetchIdleMs);
    return () => clearTimeout(timer);
  }, []);
  /** Handles a scan of the camera; the form is up to date when this returns, so that the next scan can follow. */
  const read = useStable((scan: Scan, fieldName: string | undefined) => flushSync(() => handle(scan, fieldName)));

  return {
    outcome,
    read,
    choose: (choice: ScanChoice) => show(choice.place()),
    dismiss: () => setOutcome(undefined),
    isSoundOn,
    switchSound: (isOn: boolean) => {
      setSoundOn(isOn);
      if (soundKey === undefined) return;
      if (isOn) browserMemory.remove(soundKey);
      else browserMemory.set(soundKey, 'off');
      if (isOn) playScanSound('taken');
    },
  };
};

export type Scans = ReturnType<typeof useScans>;

/** Scans of the booking page, for the camera. */
export const ScansContext = createContext<Scans | undefined>(undefined);

export const useScansContext = (): Scans => {
  const scans = useContext(ScansContext);
  if (!scans) throw new Error('This component needs a ScansContext.');
  return scans;
};
