import { describe, expect, test } from '@jest/globals';
import { isDateCode, readNumberFormats } from './cells.ts';

// Excel allows 65,490 formats.
test('rejects more formats than Excel allows', () =>
  expect(() => readNumberFormats(`<styleSheet><cellXfs>${'<xf/>'.repeat(65_491)}</cellXfs></styleSheet>`)).toThrow(
    expect.objectContaining({ code: 'FileTooLarge' }),
  ));

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
])('recognizes %s as a date format', (code) => expect(isDateCode(code)).toBe(true));

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
])('recognizes %s as a number format', (code) => expect(isDateCode(code)).toBe(false));

test('knows all built-in date formats', () => {
  const ids = Array.from({ length: 70 }, (_, id) => id);
  const xml = `<styleSheet><cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`;
  const dates = readNumberFormats(xml).flatMap(({ isDate }, id) => (isDate ? [id] : []));
  const buildRange = (first: number, last: number) => ids.slice(first, last + 1);
  expect(dates).toEqual([...buildRange(14, 22), ...buildRange(27, 36), ...buildRange(45, 47), ...buildRange(50, 58)]);
});

test('reads cell formats in order, custom and built-in', () => {
  const xml =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy"/><numFmt numFmtId="165" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf/></cellXfs><dxfs><xf numFmtId="14"/></dxfs></styleSheet>';
  expect(readNumberFormats(xml)).toEqual([
    { isDate: false, digits: 0, isPlain: true },
    { isDate: true, digits: 0, isPlain: false },
    { isDate: true, digits: 0, isPlain: false },
    { isDate: false, digits: 5, isPlain: true },
    { isDate: false, digits: 0, isPlain: true },
  ]);
});

describe('isPlain', () => {
  const readFormat = (code: string) =>
    readNumberFormats(
      `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
    )[0];

  test.each(['General', '@', '0', '0.00', '#,##0', '#,##0.00', '0_)', '[$-407]0', '', '#,###', '0.0000#'])(
    'is true for %s',
    (code) => expect(readFormat(code)).toMatchObject({ isPlain: true, digits: 0 }),
  );

  test.each([
    ['00000;@', 5],
    ['[$-407]00000', 5],
    ['00000_)', 5],
  ])('is true for zero-padding %s', (code, digits) =>
    expect(readFormat(code)).toMatchObject({ isPlain: true, digits }),
  );

  test.each(['"XKW"00000000', '0000\\-0000', '000\\ 000', '0"-A"', '0%', '0.00E+00', '# ?/?', ';;;'])(
    'is false for %s',
    (code) => expect(readFormat(code)).toMatchObject({ isPlain: false, digits: 0 }),
  );
});
