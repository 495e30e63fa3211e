/** Key press as the browser reports it; `time` is in milliseconds. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'isComposing'
> & { readonly time: number; readonly isCapsLockOn: boolean };

/** Key at its place on the keyboard, whatever the computer's layout makes of it. */
export type PhysicalKey = Pick<KeyPress, 'code' | 'shiftKey'>;

/** Characters that came as fast as only a scanner types. */
export type ScannedKeys = {
  /** Characters in the computer's keyboard layout. */
  readonly typed: string;
  readonly keys: readonly PhysicalKey[];
  readonly isCapsLockOn: boolean;
};

/**
 * `start` and `continue` are characters of what may become a scan; `scan` is the key that ends one, `suffix` a further
 * key that the scanner sends after it, and `modifier` a key that changes nothing.
 */
type DetectorResult =
  | { readonly type: 'start' | 'continue' | 'suffix' | 'modifier' | 'other' }
  | { readonly type: 'scan'; readonly scanned: ScannedKeys };

/** Longest time between two characters of a scanner; people need more, except for two or three keys rolled over. */
export const characterMs = 30;
/** A scanner without a suffix has finished after this pause. */
export const pauseMs = 200;
/** Characters that follow others sooner than this may be the rest of a code whose first part came slowly. */
const quietMs = 300;
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

type Burst = ScannedKeys & { readonly lastTime: number; readonly isWhole: boolean };

/** Tells the keys of a scanner from those of a person by their intervals. */
export const createScanDetector = () => {
  let burst: Burst | undefined;
  /** Time of the last character of what is being typed. */
  let lastCharacterTime: number | undefined;
  let hasSuffix = false;
  /** Key that ended the last scan. */
  let suffix: KeyPress | undefined;
  const isWithin = (time: number, since: number, limit: number) => time >= since && time - since < limit;

  const isScan = ({ typed, isWhole }: Burst) => isWhole && typed.length >= minCharacters;
  const finish = (): ScannedKeys | undefined => {
    const finished = burst;
    burst = undefined;
    lastCharacterTime = undefined;
    return finished && isScan(finished) ? finished : undefined;
  };
  const add = (typed: string, { code, shiftKey, isCapsLockOn, time }: KeyPress): DetectorResult => {
    suffix = undefined;
    const key = { code, shiftKey };
    const isContinued = burst !== undefined && isWithin(time, burst.lastTime, characterMs);
    const isWhole = lastCharacterTime === undefined || !isWithin(time, lastCharacterTime, quietMs);
    lastCharacterTime = time;
    burst =
      burst && isContinued
        ? {
            typed: burst.typed + typed,
            keys: [...burst.keys, key],
            isCapsLockOn,
            lastTime: time,
            isWhole: burst.isWhole,
          }
        : { typed, keys: [key], isCapsLockOn, lastTime: time, isWhole };
    return { type: isContinued ? 'continue' : 'start' };
  };
  /** Returns whether a key follows another one that ended a scan: carriage return and line feed, or Tab and Enter. */
  const isSecondSuffix = ({ key, time }: KeyPress) =>
    suffix !== undefined && suffix.key !== key && isWithin(time, suffix.time, characterMs);
  const end = (press: KeyPress): DetectorResult => {
    const { time } = press;
    const isInTime = burst !== undefined && isWithin(time, burst.lastTime, pauseMs);
    const scanned = finish();
    if (!(scanned && isInTime) && !isSecondSuffix(press)) return { type: 'other' };
    suffix = press;
    hasSuffix ||= scanned !== undefined;
    return scanned ? { type: 'scan', scanned } : { type: 'suffix' };
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
        // Other control characters frame a code.
        return key === ']' || press.code === 'BracketRight'
          ? add(groupSeparator, { ...press, code: groupSeparatorCode })
          : { type: 'modifier' };
      }
      const isSuffix = (key === 'Enter' || key === 'Tab') && !ctrlKey && !altKey && !metaKey && !shiftKey;
      return isSuffix ? end(press) : abort();
    },
    /** Returns whether the characters so far are enough for a scan without a suffix. */
    isLongEnough: () => burst !== undefined && isScan(burst) && !hasSuffix,
    /**
     * Ends the characters so far after a pause; returns the scan if there are enough. A scanner that has sent a suffix
     * before always does: the rest of its code is only late.
     */
    finishAfterPause: (): ScannedKeys | undefined => (hasSuffix ? undefined : finish()),
  };
};
