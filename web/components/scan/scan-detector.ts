/** Key press as the browser reports it; `time` is in milliseconds. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'isComposing'
> & { readonly time: number; readonly isCapsLockOn: boolean };

/** Key by its position on the keyboard, independent of the computer's keyboard layout. */
export type PhysicalKey = Pick<KeyPress, 'code' | 'shiftKey'>;

/** Characters that were typed as fast as only a scanner can. */
export type ScannedKeys = {
  /** Characters in the computer's keyboard layout. */
  readonly typed: string;
  readonly keys: readonly PhysicalKey[];
  readonly isCapsLockOn: boolean;
};

/**
 * `start` and `continue` are characters of a possible scan; `scan` is the key that ends a scan, `suffix` a further key
 * that the scanner sends after it, and `modifier` a key without an effect on the scan.
 */
type DetectorResult =
  | { readonly type: 'start' | 'continue' | 'suffix' | 'modifier' | 'other' }
  | { readonly type: 'scan'; readonly scannedKeys: ScannedKeys };

/** Maximum time in milliseconds between two characters of a scanner. People are slower, except for two or three overlapping keys. */
export const characterMs = 30;
/** Pause in milliseconds after which a scan without a suffix is complete. */
export const pauseMs = 200;
/** Minimum pause in milliseconds before a scan. Characters that follow sooner may be the end of a code that started slowly. */
const minimumPauseBeforeMs = 300;
const minCharacters = 6;

/** Separator between two elements of a GS1 symbol, which scanners send as Ctrl+]. */
export const groupSeparator = '\u001D';
export const groupSeparatorCode = 'GroupSeparator';

const modifierKeys: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'CapsLock',
  'NumLock',
  'Meta',
]);

/** Characters typed in quick succession. `startsAfterPause` is false if they may be the end of a code that started slowly. */
type Burst = ScannedKeys & { readonly lastTime: number; readonly startsAfterPause: boolean };

/** Creates a detector that distinguishes the keys of a scanner from those of a person by the time between them. */
export const createScanDetector = () => {
  let burst: Burst | undefined;
  /** Time of the last character since typing began. */
  let lastCharacterTime: number | undefined;
  /** True if the scanner has ever sent a suffix. */
  let hasSentSuffix = false;
  /** Key that ended the last scan. */
  let suffix: KeyPress | undefined;
  const isWithin = (time: number, since: number, limit: number) => time >= since && time - since < limit;

  const isScan = ({ typed, startsAfterPause }: Burst) => startsAfterPause && typed.length >= minCharacters;
  const finish = (): ScannedKeys | undefined => {
    const finishedBurst = burst;
    burst = undefined;
    lastCharacterTime = undefined;
    return finishedBurst && isScan(finishedBurst) ? finishedBurst : undefined;
  };
  const add = (typed: string, { code, shiftKey, isCapsLockOn, time }: KeyPress): DetectorResult => {
    suffix = undefined;
    const key = { code, shiftKey };
    const isContinued = burst !== undefined && isWithin(time, burst.lastTime, characterMs);
    const startsAfterPause =
      lastCharacterTime === undefined || !isWithin(time, lastCharacterTime, minimumPauseBeforeMs);
    lastCharacterTime = time;
    burst =
      burst && isContinued
        ? {
            typed: burst.typed + typed,
            keys: [...burst.keys, key],
            isCapsLockOn,
            lastTime: time,
            startsAfterPause: burst.startsAfterPause,
          }
        : { typed, keys: [key], isCapsLockOn, lastTime: time, startsAfterPause };
    return { type: isContinued ? 'continue' : 'start' };
  };
  /** Returns whether a key is the second suffix of a scan, such as line feed after carriage return, or Enter after Tab. */
  const isSecondSuffix = ({ key, time }: KeyPress) =>
    suffix !== undefined && suffix.key !== key && isWithin(time, suffix.time, characterMs);
  const end = (press: KeyPress): DetectorResult => {
    const { time } = press;
    const isInTime = burst !== undefined && isWithin(time, burst.lastTime, pauseMs);
    const scannedKeys = finish();
    if (!(scannedKeys && isInTime) && !isSecondSuffix(press)) return { type: 'other' };
    suffix = press;
    hasSentSuffix ||= scannedKeys !== undefined;
    return scannedKeys ? { type: 'scan', scannedKeys } : { type: 'suffix' };
  };
  const abort = (): DetectorResult => {
    burst = undefined;
    lastCharacterTime = undefined;
    suffix = undefined;
    return { type: 'other' };
  };

  return {
    press: (press: KeyPress): DetectorResult => {
      const { key, ctrlKey, altKey, metaKey, shiftKey, repeat, isComposing, time } = press;
      if (repeat || isComposing || key === 'Process' || key === 'Unidentified') return abort();
      if (modifierKeys.has(key)) return { type: 'modifier' };
      // On Windows, AltGr is Ctrl and Alt: German keyboards need it for brackets.
      const isCharacter = (key.length === 1 || key === 'Dead') && !metaKey && ctrlKey === altKey;
      if (isCharacter) return add(key === 'Dead' ? '' : key, press);
      if (ctrlKey && !altKey && !metaKey) {
        // Line feed and carriage return, as some scanners send them.
        if (key.toLowerCase() === 'j' || key.toLowerCase() === 'm')
          return burst || isSecondSuffix(press) ? end(press) : abort();
        const isContinued = burst !== undefined && isWithin(time, burst.lastTime, characterMs);
        if (!isContinued) return abort();
        // Other control characters only frame a code, so they are ignored.
        return key === ']' || press.code === 'BracketRight'
          ? add(groupSeparator, { ...press, code: groupSeparatorCode })
          : { type: 'modifier' };
      }
      const isSuffix = (key === 'Enter' || key === 'Tab') && !ctrlKey && !altKey && !metaKey && !shiftKey;
      return isSuffix ? end(press) : abort();
    },
    /** Returns whether there are enough characters for a scan without a suffix. */
    isLongEnough: () => burst !== undefined && isScan(burst) && !hasSentSuffix,
    /**
     * Ends the characters so far after a pause, and returns the scan if there are enough. Does nothing if the scanner has
     * sent a suffix before: it always sends one, so the rest of the code is only delayed.
     */
    finishAfterPause: (): ScannedKeys | undefined => (hasSentSuffix ? undefined : finish()),
  };
};
