import { expect, test } from 'vitest';
import { classifyCode } from '#web/components/scan/classify-scan.ts';
import type { Scan } from '#web/components/scan/classify-scan.ts';
import { chooseScans, findDistance } from './choose-scans.ts';

const ean = '0045496453435';
const otherEan = '4006381333931';
const serialNumber = 'XAW10075273469';
const otherSerialNumber = 'XKW70001000132';

// The second argument of `chooseScans` says whether serial numbers may have any format.
const toSeenScan = (text: string, distance: number) => ({ scan: classifyCode(text) as Scan, distance });
const choose = (...codes: Parameters<typeof toSeenScan>[]) =>
  chooseScans(
    codes.map((code) => toSeenScan(...code)),
    false,
  ).map(({ text }) => text);

test('takes EAN and serial number of one label, the EAN first', () =>
  expect(choose([serialNumber, 10], [ean, 90])).toEqual([ean, serialNumber]));

test('takes a code only once if it is read twice', () =>
  expect(choose([serialNumber, 10], [serialNumber, 12])).toEqual([serialNumber]));

test.each([
  [
    'two EANs',
    [
      [ean, 80],
      [otherEan, 20],
      [serialNumber, 50],
    ],
    otherEan,
  ],
  [
    'two serial numbers',
    [
      [ean, 80],
      [serialNumber, 50],
      [otherSerialNumber, 10],
    ],
    otherSerialNumber,
  ],
] as const)('takes only the code nearest to the middle of %s', (_, codes, text) =>
  expect(
    chooseScans(
      codes.map(([code, distance]) => toSeenScan(code, distance)),
      false,
    ).map((scan) => scan.text),
  ).toEqual([text]),
);

test('ignores codes of an unknown kind next to an EAN', () => {
  expect(choose(['DE12345678', 5], ['2001-0026', 5], [ean, 90])).toEqual([ean]);
  expect(choose(['2001-0026', 5])).toEqual(['2001-0026']);
  expect(choose()).toEqual([]);
});

test('takes any text next to an EAN if serial numbers have no usual format', () => {
  const chooseAny = (...codes: Parameters<typeof toSeenScan>[]) =>
    chooseScans(
      codes.map((code) => toSeenScan(...code)),
      true,
    ).map(({ text }) => text);
  expect(chooseAny(['SERIAL-20-B', 5], [ean, 90], ['DE12345678', 1])).toEqual([ean, 'SERIAL-20-B']);
  expect(chooseAny(['SERIAL-20-B', 5], [serialNumber, 50], [ean, 90])).toEqual([ean, serialNumber]);
  expect(chooseAny(['SERIAL-20-B', 5], ['SERIAL-20-C', 50], [ean, 90])).toEqual(['SERIAL-20-B']);
});

const buildDeviceScan = (distance: number) => ({
  scan: { kind: 'device', text: `${ean} ${serialNumber}`, ean, serialNumber } as const,
  distance,
});

test('takes only the device code of a label with separate EAN and serial number', () => {
  const scans = chooseScans([toSeenScan(ean, 5), buildDeviceScan(50), toSeenScan(serialNumber, 20)], false);
  expect(scans).toEqual([buildDeviceScan(0).scan]);
});

test('takes only the code nearest to the middle for two devices', () => {
  expect(chooseScans([toSeenScan(otherSerialNumber, 5), buildDeviceScan(50)], false).map(({ text }) => text)).toEqual([
    otherSerialNumber,
  ]);
  expect(chooseScans([toSeenScan(otherSerialNumber, 60), buildDeviceScan(50)], false)).toEqual([
    buildDeviceScan(0).scan,
  ]);
});

test('measures the distance from the middle, unless the box crops the code', () => {
  const buildCorners = (x: number, y: number) => [
    { x: x - 10, y: y - 10 },
    { x: x + 10, y: y + 10 },
  ];
  const picture = { width: 1000, height: 500 };
  const box = { width: 250, height: 250 };
  expect(findDistance(buildCorners(500, 250), picture, box)).toBe(0);
  expect(findDistance(buildCorners(530, 290), picture, box)).toBe(50);
  expect(findDistance(buildCorners(740, 250), picture, box)).toBe(240);
  expect(findDistance(buildCorners(760, 250), picture, box)).toBeUndefined();
});
