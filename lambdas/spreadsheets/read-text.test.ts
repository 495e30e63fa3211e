import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bounds } from './bounds.ts';
import { readText } from './read-text.ts';

const read = (text: string) => readText(Buffer.from(text)).rows;
const numbers = (text: string) => read(text).map(({ number }) => number);

describe('rows have the numbers that Excel shows', () => {
  test.each<[string, string, number[]]>([
    ['plain', 'a,b\n1,2\n3,4', [1, 2, 3]],
    ['blank rows between', 'a,b\r\n\r\n,\r\n1,2\r\n', [1, 4]],
    ['a line break within quotation marks', 'a,b\n"x\ny\nz",1\n3,4\n', [1, 2, 3]],
    ['sep= in front, which Excel does not show', 'sep=;\na;b\n1;2', [1, 2]],
    ['rows above the header', '\n\na,b\n1,2', [3, 4]],
    ['CR', 'a,b\r1,2\r\r3,4', [1, 2, 4]],
  ])('%s', (_, text, expected) => expect(numbers(text)).toEqual(expected));
});

describe('cells', () => {
  test.each<[string, string, unknown[]]>([
    ['quotation marks within', 'a;b;c\n"x ""y""";5" disc;z', ['x "y"', '5" disc', 'z']],
    ['separators within', 'a;b\n"x;y";z', ['x;y', 'z']],
    ['blank ones at the end', 'a;b\nx;y;;;;', ['x', 'y']],
    ['blank ones between', 'a;b;c\nx;;z', ['x', null, 'z']],
    ['spaces only', 'a;b\n  ;y', [null, 'y']],
    ['codes kept from Excel', 'a;b\n="0045";="x""', ['0045', '="x""']],
    ['numbers, which stay texts', 'a;b\n0045;4,54965E+12', ['0045', '4,54965E+12']],
    [
      'an apostrophe before what is no word',
      `a;b;c;d;e\n'0045;"'18/11/2026";'=1+1;'MAY1;'true`,
      ['0045', '18/11/2026', '=1+1', 'MAY1', 'true'],
    ],
    ['one of two apostrophes', "a;b\n''x;''0", ["'x", "'0"]],
    ['an apostrophe of its word', "a;b;c\n'n Sync;d'or;5'", ["'n Sync", "d'or", "5'"]],
    [
      'an apostrophe before what would begin a formula',
      `a;b;c\n"red, '-5";"a;  ''=1";"a, '5"`,
      ['red, -5', "a;  '=1", "a, '5"],
    ],
    ['a formula that is meant as a text', `a;b\n"'=""x""";y`, ['="x"', 'y']],
    [
      'too long for any column',
      `a;b\n${'x'.repeat(1001)};${'y'.repeat(1000)}`,
      [{ kind: 'long', begin: 'x'.repeat(400) }, 'y'.repeat(1000)],
    ],
    ['fewer or more than there are headers', 'a;b\nx;y;z', ['x', 'y', 'z']],
  ])('%s', (_, text, expected) => expect(read(text)[1]?.cells).toEqual(expected));
});

describe('the separator', () => {
  test.each([
    ['a;b\n1,5;2', ['1,5', '2']],
    ['a,b\n1;5,2', ['1;5', '2']],
    ['a\tb\n1,5;2\t3', ['1,5;2', '3']],
    ['"a;b;c",d\n1,2', ['1', '2']],
    ['\n\n;a;b,c\n1;2', ['1', '2']],
    ['sep=|\na|b\n1,2|3', ['1,2', '3']],
    ['"a;\nb",c,d\n1;2,3,4', ['1;2', '3', '4']],
  ])('%j', (text, expected) => expect(read(text)[1]?.cells).toEqual(expected));
});

test('a quotation mark that takes the next row into its cell is told', () => {
  const row = (text: string) => `ST-100;R;952;${text};10/11/2026;SN1`;
  expect(() => read(`a;b;c;d;e;f\n${row('"Zelda')}\n${row('Mario"')}`)).toThrow(
    expect.objectContaining({ code: 'FileDamaged', row: 2 }),
  );
});

test('blank lines at the end are no rows, and the last row keeps its blanks', () =>
  expect(read(`a;b;c\n1;2; x ${'\n;;;\n'.repeat(60_000)}`)).toEqual([
    { number: 1, cells: ['a', 'b', 'c'] },
    { number: 2, cells: ['1', '2', ' x '] },
  ]));

test('as many records are read as a text may have, and no more', () => {
  const text = (records: number) => `a;b${'\n'.repeat(records - 1)}x;y`;
  expect(read(text(bounds.records)).at(-1)?.number).toBe(bounds.records);
  expect(() => read(text(bounds.records + 1))).toThrow(
    expect.objectContaining({ code: 'FileTooLarge', row: bounds.records + 1 }),
  );
});

test('a file of UTF-8 with one damaged sign is not taken for another character set', () => {
  const bytes = Buffer.from('a;b\nGrößen für Ämter;é');
  expect(() => readText(Buffer.concat([bytes, Buffer.from([0xc3])]))).toThrow(
    expect.objectContaining({ code: 'FileDamaged' }),
  );
});

test('an Apple’s signs are told by words that make no sense otherwise, and a lone “à” is a word', () => {
  // “Câble à clé” in Macintosh’s signs.
  const bytes = Buffer.from('a;b\nC\x89ble \x88 cl\x8E;y', 'latin1');
  expect(readText(bytes)).toMatchObject({ rows: [{}, { cells: ['Câble à clé', 'y'] }], spellings: [] });
});

const cell = fc.oneof(
  fc.stringMatching(/^[a-z0-9 "';,\t=äß€]{0,12}$/),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.constantFrom('"', '""', '=1+1', 'a"b', ' x ', 'x\ny', '"x'),
);
const mayHaveAddedOne = (text: string) => /^'|[,;|\t\r\n]["\s]*'/.test(text);
const isKept = (text: string) =>
  !mayHaveAddedOne(text) &&
  !/[\p{Cc}\uFEFF\uFFFE]/u.test(text.replaceAll('\n', '')) &&
  !/^[\s\p{Cf}]*$/u.test(text) &&
  !/^="[^"]*"$/.test(text) &&
  !/^\s*(<|%PDF|\{)/.test(text);

test('what is written is read, with any separator, line end and encoding', () => {
  const rows = fc.array(fc.array(cell.filter(isKept), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom(';', ',', '\t'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.constantFrom('utf8', 'utf16le'),
      fc.boolean(),
      (body, delimiter, end, encoding, quotesAll) => {
        const quoted = (text: string) =>
          quotesAll || /["\r\n;,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
        const text = [['head', 'of', 'all'], ...body].map((cells) => cells.map(quoted).join(delimiter) + end).join('');
        const { rows: found } = readText(Buffer.from(`\uFEFF${text}`, encoding as BufferEncoding));
        expect(found.slice(1)).toEqual(body.map((cells, index) => ({ number: index + 2, cells })));
      },
    ),
    { numRuns: 2000 },
  );
});
