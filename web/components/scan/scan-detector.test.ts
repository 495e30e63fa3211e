import { describe, expect, test } from 'vitest';
import { createScanDetector } from './scan-detector.ts';
import type { KeyPress } from './scan-detector.ts';

const buildPress = (key: string, time: number, changes: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : '',
  shiftKey: /^[A-Z]$/.test(key),
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  isComposing: false,
  isCapsLockOn: false,
  time,
  ...changes,
});

/** Types keys at intervals; returns the detector and the scans that were ended by a suffix. */
const typeKeys = (keys: readonly (string | KeyPress)[], interval = 5) => {
  const detector = createScanDetector();
  const scans = keys.flatMap((key, index) => {
    const result = detector.press(typeof key === 'string' ? buildPress(key, index * interval) : key);
    return result.type === 'scan' ? [result.scannedKeys.typed] : [];
  });
  return { detector, scans };
};

/** Deterministic numbers from 0 to 1 (mulberry32). */
const createRandom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

describe('createScanDetector', () => {
  test.each([['Enter'], ['Tab']])('ends a scan with %s', (suffix) => {
    expect(typeKeys([...'XAW123', suffix]).scans).toEqual(['XAW123']);
  });

  test.each([
    ['29 milliseconds', 29, ['9520001']],
    ['30 milliseconds', 30, []],
  ])('recognizes a scanner by its intervals: %s', (_, interval, scans) => {
    expect(typeKeys([...'9520001', 'Enter'], interval).scans).toEqual(scans);
  });

  test('ignores fewer than six characters', () => {
    expect(typeKeys([...'12345', 'Enter']).scans).toEqual([]);
    expect(typeKeys([...'12345']).detector.finishAfterPause()).toBeUndefined();
  });

  test('ends a scan without a suffix after a pause', () => {
    const { detector, scans } = typeKeys([...'9520001']);
    expect(scans).toEqual([]);
    expect(detector.isLongEnough()).toBe(true);
    expect(detector.finishAfterPause()?.typed).toBe('9520001');
    expect(detector.finishAfterPause()).toBeUndefined();
  });

  test('treats Enter after a pause as a normal key', () => {
    const detector = typeKeys([...'9520001']).detector;
    expect(detector.press(buildPress('Enter', 300)).type).toBe('other');
  });

  test('recognizes a second suffix, and suffixes sent as control characters', () => {
    const detector = typeKeys([...'9520001', 'Enter']).detector;
    expect(detector.press(buildPress('j', 40, { ctrlKey: true })).type).toBe('suffix');
    expect(detector.press(buildPress('Enter', 80)).type).toBe('other');
    const fastDetector = typeKeys([...'9520001', 'Enter']).detector;
    fastDetector.press(buildPress('1', 36));
    expect(fastDetector.press(buildPress('Enter', 37)).type).toBe('other');
    expect(typeKeys([...'9520001', buildPress('m', 35, { ctrlKey: true })]).scans).toEqual(['9520001']);
  });

  test('keeps GS1 separators, and skips other control characters and modifiers', () => {
    const press = (key: string, position: number, ctrlKey = false) => buildPress(key, position * 5, { ctrlKey });
    const keys = [...'0109'].map((key, position) => press(key, position));
    expect(
      typeKeys([
        ...keys,
        press('Shift', 4),
        press(']', 5, true),
        press('b', 6, true),
        press('1', 7),
        press('2', 8),
        press('Enter', 9),
      ]).scans,
    ).toEqual(['0109\u001D12']);
  });

  test('accepts brackets typed with AltGr', () => {
    const bracket = buildPress(']', 0, { ctrlKey: true, altKey: true });
    const keys = [...'E09520'].map((key, position) => buildPress(key, (position + 1) * 5));
    expect(typeKeys([bracket, ...keys, buildPress('Enter', 40)]).scans).toEqual([']E09520']);
  });

  test.each([
    ['a key that repeats', { repeat: true }],
    ['an input method', { isComposing: true }],
    ['a key that an input method handles', { key: 'Process' }],
  ])('never takes %s for a scan', (_, changes) => {
    const keys = [...'aaaaaaaa'].map((key, position) => buildPress(key, position * 5, changes));
    expect(typeKeys([...keys, buildPress('Enter', 45)]).scans).toEqual([]);
  });

  test.each(['Backspace', 'ArrowLeft', 'Escape'])('starts again after %s', (key) => {
    expect(typeKeys([...'9520', key, ...'001', 'Enter']).scans).toEqual([]);
  });

  test('never takes shortcuts or Shift+Tab for a scan', () => {
    const shortcutKeys = [...'cvcvcv'].map((key, position) => buildPress(key, position * 5, { ctrlKey: true }));
    expect(typeKeys([...shortcutKeys, buildPress('Enter', 35)]).scans).toEqual([]);
    expect(typeKeys([...'9520001', buildPress('Tab', 40, { shiftKey: true })]).scans).toEqual([]);
  });

  test('ignores the end of a code that started slowly', () => {
    const detector = createScanDetector();
    [...'XAW7'].forEach((key, position) => detector.press(buildPress(key, position * 5)));
    [...'0001000132'].forEach((key, position) => detector.press(buildPress(key, 60 + position * 5)));
    expect(detector.press(buildPress('Enter', 115)).type).toBe('other');
  });

  test('waits for the suffix of a scanner that has sent one before', () => {
    const { detector } = typeKeys([...'9520001', 'Enter']);
    [...'9520002'].forEach((key, position) => detector.press(buildPress(key, 1000 + position * 5)));
    expect(detector.finishAfterPause()).toBeUndefined();
  });

  test.each(['Enter', 'Tab', undefined])(
    'finds each of a thousand scans at five milliseconds a key, with suffix %s',
    (suffix) => {
      const random = createRandom(1);
      const detector = createScanDetector();
      const codes = Array.from(
        { length: 1000 },
        (_, index) => `${index % 2 ? 'XAW' : '952'}${String(index).padStart(10, '0')}`,
      );
      let time = 0;
      const scans: string[] = [];
      for (const code of codes) {
        time += 250 + random() * 400;
        for (const key of code) {
          if (/[A-Z]/.test(key)) detector.press(buildPress('Shift', time));
          detector.press(buildPress(key, time));
          time += 5;
        }
        const result = suffix === undefined ? undefined : detector.press(buildPress(suffix, time));
        const scannedKeys = result?.type === 'scan' ? result.scannedKeys : detector.finishAfterPause();
        if (scannedKeys) scans.push(scannedKeys.typed);
      }
      expect(scans).toEqual(codes);
    },
  );

  test.each([
    ['30 words a minute', 30, 0.01],
    ['60 words a minute, with overlapping keys', 60, 0.1],
    ['90 words a minute, in bursts', 90, 0.35],
  ])('takes none of 10,000 characters for a scan: %s', (_, wordsPerMinute, overlapShare) => {
    const random = createRandom(wordsPerMinute);
    const detector = createScanDetector();
    const meanMs = 60_000 / (wordsPerMinute * 5);
    let time = 0;
    let previousTime = 0;
    let overlappingKeys = 0;
    const scans: string[] = [];
    for (let count = 0; count < 10_000; count += 1) {
      // At most four keys overlap, because a hand has five fingers.
      const isOverlapping = random() < overlapShare && overlappingKeys < 3;
      overlappingKeys = isOverlapping ? overlappingKeys + 1 : 0;
      time += isOverlapping ? 8 + random() * 22 : meanMs * (0.45 + random());
      if (time - previousTime >= 200) {
        const finished = detector.finishAfterPause();
        if (finished) scans.push(finished.typed);
      }
      previousTime = time;
      const key = random() < 0.06 ? 'Enter' : String.fromCharCode(97 + Math.floor(random() * 26));
      const result = detector.press(buildPress(key, time));
      if (result.type === 'scan') scans.push(result.scannedKeys.typed);
    }
    expect(scans).toEqual([]);
  });
});
