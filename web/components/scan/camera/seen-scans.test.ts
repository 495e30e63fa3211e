import { expect, test } from 'vitest';
import type { Scan } from '#web/components/scan/classify-scan.ts';
import { createSeenScans, forgetAfterMs } from './seen-scans.ts';

const product: Scan = { kind: 'product', text: '0045496453435', ean: '0045496453435' };
const toSerialNumberScan = (serialNumber: string): Scan => ({ kind: 'serialNumber', text: serialNumber, serialNumber });
const firstScan = toSerialNumberScan('XAW10075273469');
const secondScan = toSerialNumberScan('XKW70001000132');

test('finds a code once while it stays in the picture, and again after it was gone', () => {
  const seenScans = createSeenScans();
  expect(seenScans.findNew([firstScan], 0, false)).toEqual([firstScan]);
  seenScans.remember([firstScan], 0);
  for (let time = 100; time <= 3 * forgetAfterMs; time += 100)
    expect(seenScans.findNew([firstScan], time, false)).toEqual([]);
  expect(seenScans.findNew([firstScan], 4 * forgetAfterMs + 1, false)).toEqual([firstScan]);
});

test('finds a code again that was not remembered', () => {
  const seenScans = createSeenScans();
  seenScans.findNew([firstScan], 0, false);
  expect(seenScans.findNew([firstScan], 100, false)).toEqual([firstScan]);
});

test('finds the same EAN again with another serial number, or if it is awaited', () => {
  const seenScans = createSeenScans();
  seenScans.remember([product, firstScan], 0);
  expect(seenScans.findNew([product, firstScan], 100, false)).toEqual([]);
  expect(seenScans.findNew([product, secondScan], 200, false)).toEqual([product, secondScan]);
  expect(seenScans.findNew([product, firstScan], 300, true)).toEqual([product]);
});
