import { expect, test } from '@jest/globals';
import { isDateCode, numberFormats } from './number-formats.ts';

test.each([
  'dd/mm/yyyy',
  'dd.mm.yyyy;@',
  'yyyy-mm-dd',
  'm/d/yy h:mm',
  '[$-407]d. mmmm yyyy',
  '[$-F800]dddd, mmmm dd, yyyy',
  'dd"."mm"."yyyy',
  String.raw`dd\.mm\.yyyy`,
  '[h]:mm',
  'D-MMM-YY',
])('%s shows a date', (code) => expect(isDateCode(code)).toBe(true));

test.each([
  'General',
  '@',
  '0',
  '0000000000000',
  '#,##0.00',
  '0.00E+00',
  '0%',
  '"Day "0',
  String.raw`0\d`,
  '[Red]0',
  '#,##0.00 [$€-407]',
  '0;"dd"',
  '_-* #,##0_-',
  '[$USD] 0',
])('%s shows a number', (code) => expect(isDateCode(code)).toBe(false));

test('cells refer to the formats of cells, by their place; Excel’s own are known by number', () => {
  const xml =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy"/><numFmt numFmtId="165" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf/></cellXfs><dxfs><xf numFmtId="14"/></dxfs></styleSheet>';
  expect(numberFormats(xml)).toEqual([
    { isDate: false, digits: 0 },
    { isDate: true, digits: 0 },
    { isDate: true, digits: 0 },
    { isDate: false, digits: 5 },
    { isDate: false, digits: 0 },
  ]);
});
