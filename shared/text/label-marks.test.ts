import { expect, test } from '@jest/globals';
import { tidySerialNumber } from '#shared/repairs/serial-number.ts';
import { stripScannerMarks, stripSerialLabel } from './label-marks.ts';
import { serialNumber } from './serial-number.ts';

test.each([
  ['*XKW1*', 'XKW1'],
  [']C1*XKW1*', 'XKW1'],
  ['"XKW1"', 'XKW1'],
  ["'0045", '0045'],
  ['ＸＫＷ－１', 'XKW-1'],
  ['XKW\u20111', 'XKW-1'],
  ['\u200BXKW\u00A01 ', 'XKW 1'],
  ['*', '*'],
  ['ﬁ12', 'ﬁ12'],
])('stripScannerMarks converts %j to %j', (text, code) => expect(stripScannerMarks(text)).toBe(code));

test.each([
  'S/N: XKW10000001',
  's/n XKW10000001',
  'N/S : XKW10000001',
  'S.N.: XKW10000001',
  'SN=XKW10000001',
  'Serial: XKW10000001',
  'SN XKW10000001',
  'serial xkw10000001',
  'Serial no. XKW10000001',
  'SERIAL-NO XKW10000001',
  'Seriennummer XKW10000001',
  'Serien-Nr.: XKW10000001',
  'n° de série\u202F: XKW10000001',
  'Numéro de série : XKW10000001',
  '*S/N: XKW10000001*',
  '(21)XKW10000001',
  '(01)09520001000072(21)XKW10000001',
])('reads %s as a labelled serial number', (typed) => {
  expect(tidySerialNumber(typed)).toBe('XKW10000001');
  expect(serialNumber.parse(typed)).toBe('XKW10000001');
});

test.each(['SN 123 4567', 'SN1234567', 'SERIAL12345', '-5'])('stripSerialLabel finds no label in %j', (typed) =>
  expect(stripSerialLabel(typed)).toBe(typed),
);

test.each(['(example: XKW10012345678)', '(Beispiel: XKW10012345678)', 'XKW1; XKW2', 'S/N: XKW_1', 'S/N: XKW1, XKW2'])(
  'stripSerialLabel leaves %j unchanged, and the serial number field rejects it',
  (typed) => {
    expect(stripSerialLabel(typed)).toBe(typed);
    expect(serialNumber.safeParse(typed).success).toBe(false);
  },
);
