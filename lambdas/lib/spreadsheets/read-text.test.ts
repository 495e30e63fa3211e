import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bounds } from './bounds.ts';
import { readText } from './read-text.ts';

const readRows = (text: string) => readText(Buffer.from(text)).rows;
const readRowNumbers = (text: string) => readRows(text).map(({ number }) => number);

describe('row numbers', () => {
  test.each<[string, string, number[]]>([
    ['of a plain file', 'a,b\n1,2\n3,4', [1, 2, 3]],
    ['with blank rows in between', 'a,b\r\n\r\n,\r\n1,2\r\n', [1, 4]],
    ['with a line break within quotation marks', 'a,b\n"x\ny\nz",1\n3,4\n', [1, 2, 3]],
    ['after a sep= line, which Excel does not show', 'sep=;\na;b\n1;2', [1, 2]],
    ['with blank rows above the header', '\n\na,b\n1,2', [3, 4]],
    ['with CR line endings', 'a,b\r1,2\r\r3,4', [1, 2, 4]],
  ])('%s', (_, text, expected) => expect(readRowNumbers(text)).toEqual(expected));
});

describe('cells', () => {
  test.each<[string, string, unknown[]]>([
    ['with quotation marks', 'a;b;c\n"x ""y""";5" disc;z', ['x "y"', '5" disc', 'z']],
    ['with separators', 'a;b\n"x;y";z', ['x;y', 'z']],
    ['that are blank at the end', 'a;b\nx;y;;;;', ['x', 'y']],
    ['that are blank in between', 'a;b;c\nx;;z', ['x', null, 'z']],
    ['with spaces only', 'a;b\n  ;y', [null, 'y']],
    ['with codes written as formulas for Excel', 'a;b\n="0045";="x""', ['0045', '="x""']],
    ['with numbers, which stay texts', 'a;b\n0045;4,54965E+12', ['0045', '4,54965E+12']],
    [
      'with an apostrophe before a code or formula',
      `a;b;c;d;e\n'0045;"'18/11/2026";'=1+1;'MAY1;'true`,
      ['0045', '18/11/2026', '=1+1', 'MAY1', 'true'],
    ],
    ['with two apostrophes, of which one stays', "a;b\n''x;''0", ["'x", "'0"]],
    ['with an apostrophe that belongs to the word', "a;b;c\n'n Sync;d'or;5'", ["'n Sync", "d'or", "5'"]],
    [
      'with an apostrophe that guards against a formula',
      `a;b;c\n"red, '-5";"a;  ''=1";"a, '5"`,
      ['red, -5', "a;  '=1", "a, '5"],
    ],
    ['with a formula that is meant as text', `a;b\n"'=""x""";y`, ['="x"', 'y']],
    [
      'that are too long for any column',
      `a;b\n${'x'.repeat(1001)};${'y'.repeat(1000)}`,
      [{ kind: 'long', begin: 'x'.repeat(400) }, 'y'.repeat(1000)],
    ],
    ['that outnumber the headers', 'a;b\nx;y;z', ['x', 'y', 'z']],
  ])('%s', (_, text, expected) => expect(readRows(text)[1]?.cells).toEqual(expected));
});

describe('delimiter detection', () => {
  test.each([
    ['a;b\n1,5;2', ['1,5', '2']],
    ['a,b\n1;5,2', ['1;5', '2']],
    ['a\tb\n1,5;2\t3', ['1,5;2', '3']],
    ['"a;b;c",d\n1,2', ['1', '2']],
    ['\n\n;a;b,c\n1;2', ['1', '2']],
    ['sep=|\na|b\n1,2|3', ['1,2', '3']],
    ['"a;\nb",c,d\n1;2,3,4', ['1;2', '3', '4']],
  ])('detects the delimiter of %j', (text, expected) => expect(readRows(text)[1]?.cells).toEqual(expected));
});

test('reports the row of an unclosed quotation mark', () => {
  const buildRow = (text: string) => `ST-100;R;952;${text};10/11/2026;SN1`;
  expect(() => readRows(`a;b;c;d;e;f\n${buildRow('"Zelda')}\n${buildRow('Mario"')}`)).toThrow(
    expect.objectContaining({ code: 'FileDamaged', row: 2 }),
  );
});

test('drops blank lines at the end of the file and keeps blanks at the end of a cell', () =>
  expect(readRows(`a;b;c\n1;2; x ${'\n;;;\n'.repeat(60_000)}`)).toEqual([
    { number: 1, cells: ['a', 'b', 'c'] },
    { number: 2, cells: ['1', '2', ' x '] },
  ]));

test('rejects a file with more records than allowed', () => {
  const buildText = (records: number) => `a;b${'\n'.repeat(records - 1)}x;y`;
  expect(readRows(buildText(bounds.records)).at(-1)?.number).toBe(bounds.records);
  expect(() => readRows(buildText(bounds.records + 1))).toThrow(
    expect.objectContaining({ code: 'FileTooLarge', row: bounds.records + 1 }),
  );
});

test('rejects UTF-8 with a damaged byte as damaged', () => {
  const bytes = Buffer.from('a;b\nGrößen für Ämter;é');
  expect(() => readText(Buffer.concat([bytes, Buffer.from([0xc3])]))).toThrow(
    expect.objectContaining({ code: 'FileDamaged' }),
  );
});

test('detects Macintosh encoding and accepts “à” as a word', () => {
  // “Câble à clé” in Macintosh encoding.
  const bytes = Buffer.from('a;b\nC\x89ble \x88 cl\x8E;y', 'latin1');
  expect(readText(bytes)).toMatchObject({ rows: [{}, { cells: ['Câble à clé', 'y'] }], spellings: [] });
});

const cell = fc.oneof(
  fc.stringMatching(/^[a-z0-9 "';,\t=äß€]{0,12}$/),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.constantFrom('"', '""', '=1+1', 'a"b', ' x ', 'x\ny', '"x'),
);
/** Returns true for a text in which `readText` may take an apostrophe for one that guards against a formula. */
const mayHaveAddedApostrophe = (text: string) => /^'|[,;|\t\r\n]["\s]*'/.test(text);
/** Returns false for texts that `readText` changes, takes as blank, or takes as the begin of another file type. */
const survivesRoundTrip = (text: string) =>
  !mayHaveAddedApostrophe(text) &&
  !/[\p{Cc}\uFEFF\uFFFE]/u.test(text.replaceAll('\n', '')) &&
  !/^[\s\p{Cf}]*$/u.test(text) &&
  !/^="[^"]*"$/.test(text) &&
  !/^\s*(<|%PDF|\{)/.test(text);

test('reads back what was written, with any delimiter and encoding', () => {
  const rows = fc.array(fc.array(cell.filter(survivesRoundTrip), { minLength: 3, maxLength: 3 }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom(';', ',', '\t'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.constantFrom('utf8', 'utf16le'),
      fc.boolean(),
      (body, delimiter, lineEnding, encoding, quotesAll) => {
        const quoteCell = (text: string) =>
          quotesAll || /["\r\n;,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
        const text = [['head', 'of', 'all'], ...body]
          .map((cells) => cells.map(quoteCell).join(delimiter) + lineEnding)
          .join('');
        const { rows: rowsRead } = readText(Buffer.from(`\uFEFF${text}`, encoding as BufferEncoding));
        expect(rowsRead.slice(1)).toEqual(body.map((cells, index) => ({ number: index + 2, cells })));
      },
    ),
    { numRuns: 2000 },
  );
});
