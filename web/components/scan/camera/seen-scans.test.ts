import { expect, test } from 'vitest';
import type { Scan } from '#web/components/scan/classify-scan.ts';
import { createSeenScans, forgetAfterMs } from './seen-scans.ts';

const product: Scan = { kind: 'product', text: '0045496453435', ean: '0045496453435' };
const serial = (serialNumber: string): Scan => ({ kind: 'serialNumber', text: serialNumber, serialNumber });
const first = serial('XAW10075273469');
const second = serial('XKW70001000132');

test('takes a code that stays in the picture once, and again after it was gone', () => {
  const seen = createSeenScans();
  expect(seen.findNew([first], 0, false)).toEqual([first]);
  seen.remember([first], 0);
  for (let time = 100; time <= 3 * forgetAfterMs; time += 100) expect(seen.findNew([first], time, false)).toEqual([]);
  expect(seen.findNew([first], 4 * forgetAfterMs + 1, false)).toEqual([first]);
});

test('does not take what was only seen', () => {
  const seen = createSeenScans();
  seen.findNew([first], 0, false);
  expect(seen.findNew([first], 100, false)).toEqual([first]);
});

test('takes the same EAN again with the next serial number, or if it is awaited', () => {
  const seen = createSeenScans();
  seen.remember([product, first], 0);
  expect(seen.findNew([product, first], 100, false)).toEqual([]);
  expect(seen.findNew([product, second], 200, false)).toEqual([product, second]);
  expect(seen.findNew([product, first], 300, true)).toEqual([product]);
});
