import { expect, test } from 'vitest';
import type { Scan } from '#web/components/scan/classify-scan.ts';
import { createScanHistory, forgetAfterMs } from './scan-history.ts';

const product: Scan = { kind: 'product', text: '0045496453435', ean: '0045496453435' };
const toSerialNumberScan = (serialNumber: string): Scan => ({ kind: 'serialNumber', text: serialNumber, serialNumber });
const firstScan = toSerialNumberScan('XAW10075273469');
const secondScan = toSerialNumberScan('XKW70001000132');

test('finds a code once while it stays in the picture, and again after it was gone', () => {
  const scanHistory = createScanHistory();
  expect(scanHistory.findNew([firstScan], 0, false)).toEqual([firstScan]);
  scanHistory.remember([firstScan], 0);
  for (let time = 100; time <= 3 * forgetAfterMs; time += 100)
    expect(scanHistory.findNew([firstScan], time, false)).toEqual([]);
  expect(scanHistory.findNew([firstScan], 4 * forgetAfterMs + 1, false)).toEqual([firstScan]);
});

test('finds a code again that was not remembered', () => {
  const scanHistory = createScanHistory();
  scanHistory.findNew([firstScan], 0, false);
  expect(scanHistory.findNew([firstScan], 100, false)).toEqual([firstScan]);
});

test('finds the same EAN again with another serial number, or if it is awaited', () => {
  const scanHistory = createScanHistory();
  scanHistory.remember([product, firstScan], 0);
  expect(scanHistory.findNew([product, firstScan], 100, false)).toEqual([]);
  expect(scanHistory.findNew([product, secondScan], 200, false)).toEqual([product, secondScan]);
  expect(scanHistory.findNew([product, firstScan], 300, true)).toEqual([product]);
});
