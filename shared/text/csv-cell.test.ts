import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { unescapeCsvCell, escapeCsvCell } from './csv-cell.ts';

describe('escapeCsvCell', () => {
  test.each([
    ['=1+1', 'a formula'],
    ['+49 30 123', 'a formula'],
    ['-5', 'a formula'],
    ['@SUM(A1)', 'a formula'],
    ['\t1', 'a number after a tab'],
    ['\rx', 'a new line'],
    ['  =1', 'a formula after spaces'],
    ['"=1', 'a formula after a quote'],
    ['＝1', 'a formula in wide characters'],
    ["'=1", 'a formula without its apostrophe'],
    ['007', 'a number, which loses its zeros'],
    ['1234567890123456', 'a number, which loses its last digit'],
    ['0045496395', 'a number, which loses its zeros'],
    ['12-2026', 'December'],
    ['2026-06', 'June'],
    ['12345678901234567890', 'a number, which loses its last digits'],
    ['1E5', 'a hundred thousand'],
    ['12e12', 'a large number'],
    ['03-04', 'the third of April'],
    ['1/2', 'the first of February'],
    ['1.2.2026', 'the first of February'],
    ['2026-11-21', 'a date'],
    ['12:30', 'a time'],
    ['5 PM', 'a time'],
    ['(5)', 'minus five'],
    ['1,5', 'a number'],
    ['5%', 'a number'],
    ['MAY1', 'the first of May'],
    ['3 Mär', 'the third of March'],
    ['Déc. 2026', 'December'],
    ['true', 'TRUE'],
    ['FALSCH', 'FALSE'],
  ])('escapes %j, which would become %s', (text) => {
    expect(escapeCsvCell(text)).toBe(`'${text}`);
  });

  test.each([
    'XKW10001234567',
    'RMA-2026.77',
    'REF-1',
    'Ref 12',
    '12345',
    '0',
    '4711',
    '9520001000072',
    '1002-0006',
    '1002-17',
    '12345-1',
    '17-100-3',
    'Oxford Street',
    'A=1',
    'MAYFAIR',
    'Müller & Söhne',
    '',
    'März',
    'x-3',
    '3DS',
    'Junction 12 North',
  ])('leaves %j unchanged', (text) => {
    expect(escapeCsvCell(text)).toBe(text);
  });

  test.each([
    ['a;=1+1', "a;'=1+1"],
    ['a,=1+1', "a,'=1+1"],
    ['a\t-1', "a\t'-1"],
    ['a\r\n@x', "a\r\n'@x"],
    ['a;"=1', `a;"'=1`],
    ['a; "=1', `a; "'=1`],
    ["a;'=1", "a;''=1"],
    ["a;''=1", "a;'''=1"],
    ['a=1', 'a=1'],
    ['a;b=1', 'a;b=1'],
    ["a;'b", "a;'b"],
    ['\t=1', "'\t'=1"],
    ['red, -5 degrees', "red, '-5 degrees"],
  ])('escapes only a formula after a separator: %j as %j', (text, expected) => {
    expect(escapeCsvCell(text)).toBe(expected);
  });

  test('escapes an EAN in a round-trip file, where it would become 9.52E+12', () => {
    expect(escapeCsvCell('9520001000072', true)).toBe("'9520001000072");
    expect(escapeCsvCell('9520001000072')).toBe('9520001000072');
  });

  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'=+-@\'",;|\t\r\n 01E/.:aMay＝') }),
  );

  test('leaves no formula at the start of any part', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const part of escapeCsvCell(text).split(/[,;|\t\r\n]/)) expect(part).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/);
      }),
      { numRuns: 5000 },
    );
  });

  test('unescapeCsvCell restores the original text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(unescapeCsvCell(escapeCsvCell(text))).toBe(text);
        expect(unescapeCsvCell(escapeCsvCell(text, true))).toBe(text);
      }),
      { numRuns: 5000 },
    );
  });
});

test.each([
  ["'90s Arcade", "'90s Arcade"],
  ["'n Sync 2", "'n Sync 2"],
  ["''90s Arcade", "'90s Arcade"],
  ["'12345", '12345'],
  ["'0045", '0045'],
  ["'1002-0006", '1002-0006'],
  ["'18/11/2026", '18/11/2026'],
  ["a;'=1", 'a;=1'],
  [`a; "'=1`, 'a; "=1'],
  ["a;''=1", "a;'=1"],
  ["'\t'=1", '\t=1'],
  ["a'=1", "a'=1"],
  ["a;'b", "a;'b"],
])('unescapeCsvCell reads %j as %j', (text, expected) => expect(unescapeCsvCell(text)).toBe(expected));
